/** How large everything is beside a desk, so that a room can read it and all of it fits: 1 on a page of 1080 x 608. */
export const scaleFor = (width: number, height: number): number => Math.max(0.5, Math.min(width / 1080, height / 608));
