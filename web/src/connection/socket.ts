/** One seat's connection to a table. It reconnects by itself and resends what wasn't acknowledged. */
import { t } from "../texts";
import type * as Wire from "../wire";
import { Refused } from "./api";
import { isFrame, type Frame } from "./state";

export type Status = "connecting" | "open" | "waiting" | "closed";
export type Answer = Exclude<Wire.Message, Wire.RefusedAnswer | Wire.FirstFrame | Wire.CallsFrame | Wire.SignalFrame>;
export interface Closed {
  code: number;
  text: string;
  refused?: Wire.RefusalInfo; // why, if the server said more than the code's own text
}

interface Waiting {
  command: Wire.Command;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export interface LinkEvents {
  frame(frame: Frame): void;
  status(status: Status, closed: Closed | null): void;
  /** What is told about the call, besides frames. */
  call?(message: Wire.CallsFrame | Wire.SignalFrame): void;
  /** The people who run the server tell everybody something; an empty text takes it back. */
  announced?(text: string): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const SILENCE = 12_000; // after this much silence, we ping the server
const PONG_WITHIN = 4000;
const TOO_LARGE = 1009;
export const NO_SEAT = 4401;
export const BROKEN = 4500;
/** Closing codes after which reconnecting can help: restarts and network trouble. */
const FOR_NOW = new Set([4408, 4413, 4429, 4503]);

export function isForGood(code: number): boolean {
  return code >= 4400 && code < 4600 && !FOR_NOW.has(code);
}

export class Link {
  #url: string;
  #hello: Omit<Wire.Hello, "events" | "version">;
  #on: LinkEvents;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #seen = 0;
  #tries = 0;
  #greeted = false; // the server's first frame has arrived, so commands can follow
  #closed = false;
  #refused: Wire.RefusalInfo | undefined; // a refusal of this connection, not of a command
  #retry: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #prefix = Math.random().toString(36).slice(2, 10);
  #count = 0;

  constructor(table: string, hello: Omit<Wire.Hello, "events" | "version">, on: LinkEvents) {
    this.#url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(table)}`;
    this.#hello = hello;
    this.#on = on;
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  /** Sends a command under its own id. The promise resolves when the server acknowledges it. */
  send(command: Wire.Command): Promise<Answer> {
    const id = `${this.#prefix}-${this.#count++}`;
    const told = { ...command, id };
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new Refused({ code: "closed", text: t("shell.closed") }));
        return;
      }
      this.#waiting.set(id, { command: told, resolve, reject });
      if (this.#greeted) this.#socket?.send(JSON.stringify(told)); // otherwise once greeted
    });
  }

  /** Sends something that nobody acknowledges. It is lost if there is no connection now. */
  say(command: Wire.Command): void {
    if (this.#greeted) this.#socket?.send(JSON.stringify(command));
  }

  /** Closes the connection for good. */
  close(): void {
    this.#end({ code: 1000, text: "" });
    this.#socket?.close(1000);
  }

  #open(): void {
    this.#on.status(this.#tries ? "waiting" : "connecting", null);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#refused = undefined;
    socket.onopen = () => socket.send(JSON.stringify({ ...this.#hello, version: 1, events: this.#seen }));
    socket.onmessage = (message: MessageEvent<string>) => this.#take(JSON.parse(message.data) as Wire.Message);
    socket.onclose = (event) => this.#lost(socket, event.code, event.reason);
    this.#listen();
  }

  #take(message: Wire.Message): void {
    this.#listen();
    if (isFrame(message)) {
      if ("version" in message) this.#welcome();
      this.#seen = message.e;
      this.#on.frame(message);
    }
    if ("calls" in message || "from" in message) this.#on.call?.(message);
    if ("announcement" in message) this.#on.announced?.(message.announcement);
    const id = "id" in message ? message.id : undefined;
    if (!id && !this.#greeted && "refused" in message) this.#refused = message.refused;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting || id === undefined) return;
    this.#waiting.delete(id);
    if ("refused" in message) waiting.reject(new Refused(message.refused));
    else waiting.resolve(message as Answer);
  }

  #welcome(): void {
    this.#tries = 0;
    this.#greeted = true;
    this.#on.status("open", null);
    for (const { command } of this.#waiting.values()) this.#socket?.send(JSON.stringify(command));
  }

  /** A silent connection may be dead, or never open. Pings it, and drops it if no answer comes. */
  #listen(): void {
    clearTimeout(this.#quiet);
    const socket = this.#socket;
    this.#quiet = setTimeout(() => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: "ping", id: "ping" }));
      this.#quiet = setTimeout(() => {
        if (socket && socket === this.#socket) this.#lost(socket, 1006, "");
        socket?.close();
      }, PONG_WITHIN);
    }, SILENCE);
  }

  #lost(socket: WebSocket, code: number, text: string): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#socket = null;
    this.#greeted = false;
    clearTimeout(this.#quiet);
    if (isForGood(code)) {
      this.#end({ code, text, refused: this.#refused });
      return;
    }
    if (code === TOO_LARGE) this.#refuse({ code: "too-large", text: t("error.too-large") });
    const wait = code === 4429 ? LONGEST_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries++;
    this.#on.status("waiting", null);
    this.#retry = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back, or the page is visible again: reconnect without waiting. */
  #now = (): void => {
    if (this.#socket || this.#closed || document.hidden) return;
    clearTimeout(this.#retry);
    this.#open();
  };

  #end(closed: Closed): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#quiet);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#refuse({ code: "closed", text: t("shell.closed"), says: closed.text });
    this.#on.status("closed", closed);
  }

  /** Rejects every command that wasn't acknowledged. */
  #refuse(refusal: Wire.RefusalInfo): void {
    for (const { reject } of this.#waiting.values()) reject(new Refused(refusal));
    this.#waiting.clear();
  }
}
