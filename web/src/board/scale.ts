/** How much larger everything is than on a desk, so that a room can read it: 1 on a page of 960 x 540 and smaller. */
export const scaleFor = (width: number, height: number): number => Math.max(1, Math.min(width / 1080, height / 608));
