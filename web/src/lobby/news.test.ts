import { expect, test } from "vitest";

import type * as Wire from "../wire";
import { news } from "./news";

const seat = (name: string, more: Partial<Wire.SeatInfo> = {}): Wire.SeatInfo => ({ name, ready: false, ...more });

test("announces players who come and go", () => {
  expect(news([seat("Ann"), null], [seat("Ann"), seat("Ben")])).toEqual(["Ben sat down."]);
  expect(news([seat("Ann"), seat("Ben")], [seat("Ann"), null])).toEqual(["Ben left."]);
});

test("announces once that a player is ready", () => {
  expect(news([seat("Ann")], [seat("Ann", { ready: true })])).toEqual(["Ann is ready."]);
  expect(news([seat("Ann", { ready: true })], [seat("Ann", { ready: true })])).toEqual([]);
});

test("announces that a player is no longer ready", () => {
  expect(news([seat("Ann", { ready: true })], [seat("Ann")])).toEqual(["Ann is no longer ready."]);
});

test("says nothing about the player", () => {
  expect(news([seat("Ann"), seat("Ben")], [null, seat("Ben")], "Ann")).toEqual([]);
  expect(news([null], [seat("Ann", { ready: true })], "Ann")).toEqual([]);
});

test("says nothing about bots, who are always ready", () => {
  expect(news([seat("Ada", { bot: "easy" })], [seat("Ada", { bot: "hard", ready: true })])).toEqual([]);
});

test("announces players who are away or back", () => {
  expect(news([seat("Ann")], [seat("Ann", { away: "connection", ready: true })])).toEqual(["Ann is away."]);
  expect(news([seat("Ann", { away: "connection", ready: true })], [seat("Ann")])).toEqual(["Ann is back."]);
});

test("another number of the same seat is no news", () => {
  expect(news([seat("Ann"), null, seat("Ben")], [seat("Ann"), seat("Ben")])).toEqual([]);
});
