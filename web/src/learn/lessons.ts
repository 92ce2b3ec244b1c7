/** A learner's lessons: what the server says about them, and how far this browser's player has come. */
import { read, write } from "../browser/storage";
import { request } from "../connection/api";
import type * as Wire from "../wire";

/** Where a learner is: a step that begins with a position, and the moves since then. */
export interface Progress {
  step: number;
  moves: string[];
  /** It has been finished at least once. */
  done?: boolean;
}

const KEY = "lessons";
const idOf = (edition: string, lesson: string): string => `${edition} ${lesson}`;

export function progress(edition: string, lesson: string): Progress {
  return { step: 0, moves: [], ...read<Record<string, Partial<Progress>>>(KEY, {})[idOf(edition, lesson)] };
}

export function keepProgress(edition: string, lesson: string, now: Progress): void {
  write(KEY, { ...read<Record<string, Progress>>(KEY, {}), [idOf(edition, lesson)]: now });
}

/** Whether a lesson has been finished, in any edition: the basics are the same everywhere. */
export function isDone(lesson: Wire.LessonInfo): boolean {
  const known = Object.entries(read<Record<string, Partial<Progress>>>(KEY, {}));
  return known.some(([id, { done }]) => done && id.endsWith(` ${lesson.id}`));
}

/** The lesson to take: the one that is asked for, or the first that isn't done, or the first. */
export function lessonOf({ lessons }: Wire.EditionInfo, wanted = ""): Wire.LessonInfo | undefined {
  return lessons.find((lesson) => lesson.id === wanted) ?? lessons.find((lesson) => !isDone(lesson)) ?? lessons[0];
}

/** The lesson after this one that isn't done. */
export function nextLesson({ lessons }: Wire.EditionInfo, now: string): Wire.LessonInfo | undefined {
  return lessons.find((lesson) => lesson.id !== now && !isDone(lesson));
}

export const learn = (body: Wire.Learn): Promise<Wire.LessonMoment> => request("/api/lessons", "POST", body);
