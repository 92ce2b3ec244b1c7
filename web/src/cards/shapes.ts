// The drawings that cards are made of: shapes of colors, digits and glyphs, as paths in a box of 100 x 100.

const star = (points: number, inner: number, outer: number): string => {
  const spots = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${spots.join("L")}Z`;
};

/** By the name that the catalog gives a color's symbol. */
export const SHAPES: Record<string, string> = {
  circle: "M50 6a44 44 0 1 1 0 88 44 44 0 1 1 0-88Z",
  square: "M18 10H82Q90 10 90 18V82Q90 90 82 90H18Q10 90 10 82V18Q10 10 18 10Z",
  triangle: "M45 10Q50 3 55 10L95 80Q99 90 88 90H12Q1 90 5 80Z",
  star: star(5, 25, 52),
  diamond: "M45 5Q50 0 55 5L89 45Q93 50 89 55L55 95Q50 100 45 95L11 55Q7 50 11 45Z",
  hexagon: "M46 4Q50 2 54 4L88 24Q92 26 92 31V69Q92 74 88 76L54 96Q50 98 46 96L12 76Q8 74 8 69V31Q8 26 12 24Z",
  burst: star(12, 40, 50),
};

/** The shape of a symbol that has no drawing here. */
export const OTHER_SHAPE = "M28 8H72L92 28V72L72 92H28L8 72V28Z";

/** Digits as strokes in a box of 60 x 90. */
export const DIGITS: Record<string, string> = {
  "0": "M30 8C45 8 51 24 51 45S45 82 30 82 9 66 9 45 15 8 30 8Z",
  "1": "M14 25 33 9V81",
  "2": "M11 27C11 15 19 8 30 8c12 0 19 8 19 19 0 13-9 22-19 32L10 81H51",
  "3": "M11 19C15 12 22 8 30 8c11 0 18 7 18 17 0 10-7 17-19 17 13 0 21 8 21 20S42 82 29 82C20 82 13 78 9 70",
  "4": "M38 82V9L8 60H53",
  "5": "M47 9H17L13 42c5-4 11-6 17-6 12 0 20 9 20 22 0 14-9 24-21 24-9 0-15-4-20-11",
  "6": "M43 10C26 14 10 30 10 56c0 16 8 26 20 26s21-9 21-22-8-22-20-22C19 38 10 46 10 57",
  "7": "M9 9H51L25 82",
  "8": "M30 8c10 0 17 7 17 16S40 41 30 41 13 34 13 24 20 8 30 8ZM30 41c12 0 21 8 21 20S42 82 30 82 9 73 9 61 18 41 30 41Z",
  "9": "M17 80C34 76 50 60 50 34 50 18 42 8 30 8S9 17 9 30s8 22 20 22c12 0 21-8 21-19",
  "+": "M30 23V67M8 45H52",
};

/** What a glyph is drawn of: strokes, and parts that are filled. */
export interface Drawing {
  line?: string;
  fill?: string;
}

/** Glyphs by name; which words of a card's text lead to which is in faces.ts. */
export const GLYPHS: Record<string, Drawing> = {
  skip: { line: "M50 12a38 38 0 1 1 0 76 38 38 0 1 1 0-76ZM24 76 76 24" },
  reverse: { line: "M22 62V44Q22 30 36 30H66M78 38V56Q78 70 64 70H34", fill: "M62 12 88 30 62 48ZM38 52 12 70 38 88Z" },
  shield: { line: "M50 10 84 22V48C84 68 71 82 50 91 29 82 16 68 16 48V22Z", fill: "M55 26 34 55H48L44 75 66 45H52Z" },
  pencil: { line: "M22 78 27 58 68 17 83 32 42 73ZM58 27 73 42M20 90H80" },
  flame: {
    line: "M50 92C30 92 18 78 20 61 21 49 31 44 34 30 35 22 33 16 31 9 45 14 53 23 55 35 60 32 62 28 63 23 74 33 81 46 80 61 80 79 69 92 50 92Z",
    fill: "M50 84C40 84 35 76 37 68 39 60 47 58 49 47 58 54 64 62 63 71 62 79 57 84 50 84Z",
  },
  pair: { line: "M36 28a22 22 0 1 1 0 44 22 22 0 1 1 0-44ZM64 28a22 22 0 1 1 0 44 22 22 0 1 1 0-44Z" },
  bubble: {
    line: "M20 16H80Q90 16 90 26V60Q90 70 80 70H50L30 88V70H20Q10 70 10 60V26Q10 16 20 16Z",
    fill: "M50 61C34 51 31 43 34 36 38 29 47 30 50 38 53 30 62 29 66 36 69 43 66 51 50 61Z",
  },
  union: {
    line: "M50 12a20 20 0 1 1 0 40 20 20 0 1 1 0-40ZM33 44a20 20 0 1 1 0 40 20 20 0 1 1 0-40ZM67 44a20 20 0 1 1 0 40 20 20 0 1 1 0-40Z",
  },
  swap: { line: "M16 34H76M84 66H24", fill: "M70 14 94 34 70 54ZM30 46 6 66 30 86Z" },
  gift: {
    line: "M16 40H84V88H16ZM10 26H90V40H10ZM50 26V88M50 26C34 26 28 8 40 8 47 8 50 18 50 26 50 18 53 8 60 8 72 8 66 26 50 26",
  },
  eye: {
    line: "M6 50C20 28 34 20 50 20S80 28 94 50C80 72 66 80 50 80S20 72 6 50Z",
    fill: "M50 34a16 16 0 1 1 0 32 16 16 0 1 1 0-32Z",
  },
  bolt: { fill: "M60 4 18 56H44L36 96 82 40H56Z" },
  crown: { line: "M12 76 8 28 32 48 50 18 68 48 92 28 88 76ZM12 90H88" },
  heart: { fill: "M50 88C18 66 6 48 12 30 19 11 43 12 50 32 57 12 81 11 88 30 94 48 82 66 50 88Z" },
  clock: { line: "M50 10a40 40 0 1 1 0 80 40 40 0 1 1 0-80ZM50 28V52L66 62" },
  hand: {
    line: "M28 60V28a7 7 0 0 1 14 0V16a7 7 0 0 1 14 0V20a7 7 0 0 1 14 0V32a7 7 0 0 1 14 0V62C84 80 72 92 56 92 40 92 33 84 26 72L12 52C10 44 20 42 24 48L28 54",
  },
};
