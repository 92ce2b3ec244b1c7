/* What this machine can do at the most: a hand-written playout of plain four-color rules (no UNO calls, no special cards,
   a drawn card that does not fit ends the turn), as a measure for the compiled rules.
   cc -O3 -march=native -DMAIN -o limit limit.c && ./limit ROUNDS PLAYERS */
#include <stdint.h>
#include <string.h>
#include <immintrin.h>
typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;
enum { TURN, AFTER_DRAW, CHALLENGE, START_COLOUR, OVER };
enum { WILD = 52, WD4 = 53, A_DRAW = 60, A_PASS = 61, A_CHAL = 62, CAP = 2000, MAXP = 10 };
typedef struct { u32 a, b; } Rng;
typedef struct {
  u64 have[MAXP];
  Rng rng;
  int n, cur, dir, color, phase, drawn, guilty, offender, ndraw, ndisc, steps, winner, score;
  u8 hand[MAXP][54], nhand[MAXP], draw[108], disc[108];
} Game;

static inline u32 rotl(u32 x, int k) { return (x << k) | (x >> (32 - k)); }
static inline u32 next(Rng *r) {
  u32 s0 = r->a, s1 = r->b, res = rotl(s0 * 0x9E3779BBu, 5) * 5u;
  s1 ^= s0; r->a = rotl(s0, 26) ^ s1 ^ (s1 << 9); r->b = rotl(s1, 13);
  return res;
}
static inline u32 below(Rng *r, u32 n) { return (u32)(((u64)next(r) * n) >> 32); }
static inline u32 hash32(u32 x) {
  x = (x ^ (x >> 16)) * 0x7feb352du; x = (x ^ (x >> 15)) * 0x846ca68bu; return x ^ (x >> 16);
}
static void seed_rng(Rng *r, u32 s) { r->a = hash32(s + 0x9E3779B9u); r->b = hash32(s + 0x3C6EF372u) | 1u; }

static const u64 ONE = 1;
static u8 DECK[108]; static u64 COLM[5], RANKM[13]; static int VALUE[54], READY;
static void tables(void) {
  if (READY) return;
  int n = 0;
  for (int k = 0; k < 54; k++) {
    int c = k >= 52 ? 4 : (k % 13 == 0 ? 1 : 2);
    for (int i = 0; i < c; i++) DECK[n++] = k;
    VALUE[k] = k >= 52 ? 50 : (k % 13 >= 10 ? 20 : k % 13);
    if (k < 52) { COLM[k / 13] |= ONE << k; RANKM[k % 13] |= ONE << k; }
  }
  READY = 1;
}
static void shuffle(Game *g, u8 *d, int n) {
  for (int i = n - 1; i > 0; i--) { int j = below(&g->rng, i + 1); u8 t = d[i]; d[i] = d[j]; d[j] = t; }
}
static inline int draw_card(Game *g) {
  if (g->ndraw == 0) {
    if (g->ndisc <= 1) return -1;
    int m = g->ndisc - 1;
    memcpy(g->draw, g->disc, m); g->disc[0] = g->disc[m];
    g->ndraw = m; g->ndisc = 1; shuffle(g, g->draw, m);
  }
  return g->draw[--g->ndraw];
}
static inline void give(Game *g, int p, int k) { g->hand[p][k]++; g->nhand[p]++; g->have[p] |= ONE << k; }
static void deal(Game *g, int p, int m) {
  for (; m > 0; m--) { int k = draw_card(g); if (k < 0) return; give(g, p, k); }
}
static inline int seat(Game *g, int by) {
  int c = g->cur + g->dir * by;
  if (c >= g->n) c -= g->n; if (c < 0) c += g->n;
  if (c >= g->n) c -= g->n; if (c < 0) c += g->n;
  return c;
}
static inline void advance(Game *g, int by) { g->cur = seat(g, by); g->phase = TURN; }

void new_game(Game *g, u32 seed, int n) {
  tables(); memset(g, 0, sizeof *g); seed_rng(&g->rng, seed);
  g->n = n; g->dir = 1; g->winner = -1; g->drawn = -1; g->offender = -1;
  memcpy(g->draw, DECK, 108); g->ndraw = 108; shuffle(g, g->draw, 108);
  for (int i = 0; i < 7; i++) for (int p = 0; p < n; p++) give(g, p, g->draw[--g->ndraw]);
  int k = g->draw[--g->ndraw];
  while (k == WD4) {
    int j = below(&g->rng, ++g->ndraw), l = g->ndraw - 1; u8 t = g->draw[j];
    g->draw[j] = g->draw[l]; g->draw[l] = t; k = g->draw[--g->ndraw];
  }
  g->disc[0] = k; g->ndisc = 1;
  if (k == WILD) { g->color = 4; g->phase = START_COLOUR; return; }
  g->color = k / 13;
  if (k % 13 == 10) g->cur = 1;
  else if (k % 13 == 11) { g->dir = -1; g->cur = n - 1; }
  else if (k % 13 == 12) { deal(g, 0, 2); g->cur = 1; }
}
static inline u64 playable(Game *g, u64 have) {
  int top = g->disc[g->ndisc - 1];
  u64 m = COLM[g->color]; if (top < 52) m |= RANKM[top % 13];
  u64 r = have & m;
  if (have >> 52 & 1) r |= (u64)15 << 52;
  if (have >> 53 & 1) r |= (u64)15 << 56;
  return r;
}
u64 legal(Game *g) {
  switch (g->phase) {
    case TURN: { u64 m = playable(g, g->have[g->cur]); return m ? m : ONE << A_DRAW; }
    case AFTER_DRAW: return playable(g, ONE << g->drawn) | ONE << A_PASS;
    case CHALLENGE: return ONE << A_PASS | ONE << A_CHAL;
    case START_COLOUR: return (u64)15 << 52;
  }
  return 0;
}
static void finish(Game *g, int w) {
  int s = 0;
  for (int p = 0; p < g->n; p++) for (int k = 0; k < 54; k++) s += g->hand[p][k] * VALUE[k];
  g->winner = w; g->score = s; g->phase = OVER;
}
static void play(Game *g, int a) {
  int p = g->cur, k = a, col = a / 13;
  if (a >= 56) { k = WD4; col = a - 56; g->guilty = (g->have[p] & COLM[g->color]) != 0; }
  else if (a >= 52) { k = WILD; col = a - 52; }
  if (--g->hand[p][k] == 0) g->have[p] &= ~(ONE << k);
  g->nhand[p]--; g->disc[g->ndisc++] = k; g->color = col;
  int rank = k < 52 ? k % 13 : 0;
  if (g->nhand[p] == 0) {
    if (rank == 12) deal(g, seat(g, 1), 2);
    if (k == WD4) deal(g, seat(g, 1), 4);
    finish(g, p); return;
  }
  if (k == WD4) { g->offender = p; advance(g, 1); g->phase = CHALLENGE; }
  else if (rank == 10) advance(g, 2);
  else if (rank == 11) { g->dir = -g->dir; advance(g, g->n == 2 ? 2 : 1); }
  else if (rank == 12) { deal(g, seat(g, 1), 2); advance(g, 2); }
  else advance(g, 1);
}
void step(Game *g, int a) {
  g->steps++;
  switch (g->phase) {
    case TURN:
      if (a == A_DRAW) {
        int k = draw_card(g);
        if (k < 0) { advance(g, 1); break; }
        give(g, g->cur, k);
        if (playable(g, ONE << k)) { g->drawn = k; g->phase = AFTER_DRAW; } else advance(g, 1);
      } else play(g, a);
      break;
    case AFTER_DRAW: if (a == A_PASS) advance(g, 1); else play(g, a); break;
    case CHALLENGE:
      if (a == A_PASS) { deal(g, g->cur, 4); advance(g, 1); }
      else if (g->guilty) { deal(g, g->offender, 4); g->phase = TURN; }
      else { deal(g, g->cur, 6); advance(g, 1); }
      break;
    case START_COLOUR: g->color = a - 52; g->phase = TURN; break;
  }
  if (g->steps >= CAP && g->phase != OVER) g->phase = OVER;
}
static inline int pick(Rng *r, u64 m) {
  int k = below(r, __builtin_popcountll(m));
  return __builtin_ctzll(_pdep_u64(ONE << k, m));
}
void playout(Game *g, Rng *r) { while (g->phase != OVER) step(g, pick(r, legal(g))); }
/* out: [steps, score, winner checksum] */
void playout_many(u32 seed0, int games, int n, int64_t *out) {
  Game g; Rng r; int64_t st = 0, sc = 0, w = 0;
  for (int i = 0; i < games; i++) {
    new_game(&g, seed0 + i, n); seed_rng(&r, (seed0 + i) ^ 0xABCDEFu);
    playout(&g, &r); st += g.steps; sc += g.score; w += (int64_t)(g.winner + 1) * (i % 97 + 1);
  }
  out[0] = st; out[1] = sc; out[2] = w;
}
#ifdef MAIN
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int c, char **v) {
  int n = c > 1 ? atoi(v[1]) : 200000, P = c > 2 ? atoi(v[2]) : 4; int64_t o[3]; double best = 1e9;
  for (int t = 0; t < 5; t++) { struct timespec a, b; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a); playout_many(0, n, P, o); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double d = b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9; if (d < best) best = d; }
  printf("steps %ld score %ld w %ld  %.2f Msteps/s  %.0f games/s  %.1f ns/step  avg %.1f steps\n", o[0], o[1], o[2], o[0] / best / 1e6, n / best, best / o[0] * 1e9, (double)o[0] / n);
}
#endif
