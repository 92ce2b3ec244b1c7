import { expect, test } from "vitest";

import { news } from "./lobby";
import type * as Wire from "./wire";

const seat = (name: string, more: Partial<Wire.SeatInfo> = {}): Wire.SeatInfo => ({ name, ready: false, ...more });

test("who comes and who goes is told", () => {
  expect(news([seat("Ann"), null], [seat("Ann"), seat("Ben")])).toEqual(["Ben sits down."]);
  expect(news([seat("Ann"), seat("Ben")], [seat("Ann"), null])).toEqual(["Ben has left."]);
});

test("who becomes ready is told, once", () => {
  expect(news([seat("Ann")], [seat("Ann", { ready: true })])).toEqual(["Ann is ready."]);
  expect(news([seat("Ann", { ready: true })], [seat("Ann", { ready: true })])).toEqual([]);
});

test("a bot is always ready, and of that nothing is told", () => {
  expect(news([seat("Ada", { bot: "easy" })], [seat("Ada", { bot: "hard", ready: true })])).toEqual([]);
});

test("who is away, and who is back, is told", () => {
  expect(news([seat("Ann")], [seat("Ann", { away: "connection", ready: true })])).toEqual(["Ann is away."]);
  expect(news([seat("Ann", { away: "connection", ready: true })], [seat("Ann")])).toEqual(["Ann is back."]);
});

test("another number of the same seat is no news", () => {
  expect(news([seat("Ann"), null, seat("Ben")], [seat("Ann"), seat("Ben")])).toEqual([]);
});
