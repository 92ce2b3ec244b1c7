import type * as Wire from "../wire";

/** What one tap sets when everyone is in one room. A board is a spectator, and friends who sit together need no clock. */
export const ONE_ROOM: Wire.SomeSettings = { room: true, watchers: true, clock: 0 };
