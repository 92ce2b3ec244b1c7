// The signs that cards are made of, such as Skip and Reverse, as paths in a box of 100 x 100.

/** What a glyph is drawn of: strokes, and parts that are filled. */
export interface Drawing {
  line?: string;
  fill?: string;
}

/** By the name that the catalog gives a card's glyph. */
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
