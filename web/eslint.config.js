import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/wire.d.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/prefer-svelte-reactivity": "off", // what the page shows is $state, and the rest needn't react
      "no-undef": "off", // TypeScript knows better
      "svelte/no-at-html-tags": "error", // what people write is shown as plain text
      "svelte/no-navigation-without-resolve": "off", // there is no SvelteKit here, only fragments
    },
  },
  {
    files: ["src/*/**/*.svelte"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "SvelteAttribute[key.name='load'] ArrowFunctionExpression",
          message: "Define it in a module script: what loads a part stays in memory, and with it the component around it.",
        },
      ],
    },
  },
);
