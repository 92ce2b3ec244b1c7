// The drawings that cards are made of: shapes of colors and digits, as paths in a box of 100 x 100.

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
