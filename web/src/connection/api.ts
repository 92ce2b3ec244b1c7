import { allTexts, game, t, type Values } from "../texts";
import type * as Wire from "../wire";
import { Catalog, type CatalogByField } from "./catalog";

/** A refusal by the server, with the sentence for people in `message`. */
export class Refused extends Error {
  readonly code: string;
  readonly rule: string | undefined;
  readonly refusal: Wire.RefusalInfo;

  constructor(refusal: Wire.RefusalInfo) {
    super(sentenceOf(refusal));
    this.name = "Refused";
    this.code = refusal.code;
    this.rule = refusal.rule;
    this.refusal = refusal;
  }
}

/**
 * A refusal in the player's language if its template is known. A table puts its arguments into words first. The client's own
 * refusals have no template.
 */
export function sentenceOf({ says, args, text }: Wire.RefusalInfo): string {
  return says ? game(says, args as Values | undefined) : text;
}

/** Sends a request. It may ask for another kind of answer than plain JSON, and `signal` can end it. */
export async function send(
  path: string,
  method = "GET",
  body?: unknown,
  key = "",
  accept = "",
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers.Authorization = `Bearer ${key}`;
  if (accept) headers.Accept = accept;
  try {
    return await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw offline();
  }
}

export const offline = (): Refused => new Refused({ code: "offline", text: t("error.offline") });

/** The content of an answer, if it isn't a refusal. */
export async function read<T>(response: Response): Promise<T> {
  const told = (await response.json().catch(() => ({}))) as T & Partial<Wire.RefusedAnswer>;
  if (told.refused) {
    await allTexts();
    throw new Refused(told.refused);
  }
  if (!response.ok) throw new Refused({ code: "internal", text: t("error.server", { status: response.status }) });
  return told;
}

async function ask<T>(path: string, method = "GET", body?: unknown, key = ""): Promise<T> {
  return read(await send(path, method, body, key));
}

let found: Promise<Catalog> | undefined;

/** Everything about the editions, fetched once. */
export function catalog(): Promise<Catalog> {
  found ??= ask<CatalogByField>("/api/editions?by=field").then((told) => new Catalog(told));
  found.catch(() => (found = undefined));
  return found;
}

export const createTable = (body: Wire.CreateTable): Promise<Wire.MadeTable> => ask("/api/tables", "POST", body);
export const invitation = (code: string, name: string): Promise<Wire.InviteInfo> => ask("/api/invite", "POST", { code, name });
export const join = (body: Wire.Join): Promise<Wire.Joined> => ask("/api/join", "POST", body);

export async function games(tokens: string[]): Promise<Wire.ListedTable[]> {
  return tokens.length ? (await ask<Wire.GameList>("/api/games", "POST", { tokens })).games : [];
}

export async function publicTables(): Promise<Wire.ListedTable[]> {
  return (await ask<Wire.TableList>("/api/tables")).tables;
}

/** The record of a finished game. The key is a token or the watch code. */
export const record = (table: string, key: string): Promise<Wire.Record> =>
  ask(`/api/tables/${encodeURIComponent(table)}/record`, "GET", undefined, key);

/** Any other request, for needs of a single screen. */
export const request = ask;
