// A plain client: it knows the protocol and no rule, no edition, no card.
const $ = (id) => document.getElementById(id);
const show = (text, refused = false) => { $("status").textContent = text; $("status").className = refused ? "refused" : ""; };
const seatsKept = JSON.parse(localStorage.getItem("lastcard") || "{}"); // table -> {token, invite, watch}
const keep = (table, what) => { seatsKept[table] = { ...seatsKept[table], ...what }; localStorage.setItem("lastcard", JSON.stringify(seatsKept)); };
let editions = {}, edition = null, state = {}, socket = null, table = "", number = 0, seen = 0, commands = 0, tries = 0, autostart = false, contributed = false;

function element(tag, text, className = "", more = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return Object.assign(made, more);
}
const button = (text, act, className = "") => element("button", text, className, { type: "button", onclick: act });

async function post(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const told = await response.json();
  if (told.refused) throw new Error(told.refused.text);
  return told;
}

// ---- cards and sentences -------------------------------------------------------------------------
const colorOf = (card) => edition.kinds.find((kind) => kind.text === card)?.color ?? null;
const glyph = (color) => edition.colors.find((c) => c.name === color)?.glyph ?? edition.wild.glyph;
const label = (card) => `${glyph(colorOf(card))} ${card.replace(/[-@]/g, " ")}`;
const named = (seat) => state.seats?.[seat]?.name ?? `seat ${seat}`;
function spoken(move) {
  const words = move.split(" ").map((word) => edition.kinds.some((kind) => kind.text === word) ? label(word)
    : edition.colors.some((color) => color.name === word) ? `${glyph(word)} ${word}` : word);
  const verb = edition.verbs.find((v) => v.word === words[0]);
  if (verb?.takes === "seat" && words.length > 1) words[1] = named(Number(words[1]));
  return words.join(" ");
}
function sentence(event) {
  const says = edition.happenings.find((h) => h.name === event.what)?.says ?? event.what;
  const color = event.color ? (event.what === "played" ? ` and names ${glyph(event.color)} ${event.color}` : `${glyph(event.color)} ${event.color}`) : "";
  const parts = { seat: event.seat === undefined ? "" : named(event.seat), to: event.to === undefined ? "" : named(event.to),
    card: event.card ? label(event.card) : "a card", color, uno: event.uno ? ", UNO" : "", n: event.n ?? "", word: event.word ?? "", text: event.text ?? "…" };
  return says.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}
function note(text) {
  const line = element("li", text);
  $("log").prepend(line);
  while ($("log").children.length > 200) $("log").lastChild.remove();
}

// ---- the table -----------------------------------------------------------------------------------
function send(what, more = {}) { socket?.send(JSON.stringify({ do: what, id: `${Date.now().toString(36)}${commands++}`, ...more })); }
function open(hello) {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`);
  socket.onopen = () => socket.send(JSON.stringify({ ...hello, events: seen }));
  socket.onmessage = (message) => take(JSON.parse(message.data));
  socket.onclose = (event) => {
    if (event.code >= 4400 && event.code < 4500 && event.code !== 4429) { show(event.reason || "The connection is closed.", true); return; }
    show("Connecting again …", true);
    setTimeout(() => open(hello), Math.min(5000, 250 * 2 ** tries++));
  };
}
function take(frame) {
  if (frame.refused) { show(frame.refused.text, true); return; }
  if (frame.n === undefined) { if (frame.made) keep(frame.made.table, frame.made); return; }
  tries = 0;
  show("");
  Object.assign(state, frame.set);
  edition = editions[state.edition];
  number = frame.n;
  seen = frame.e;
  for (const event of frame.events ?? []) if (event.what !== "dealt") note(sentence(event));
  for (const said of frame.said ?? []) note(`${named(said.seat)}: ${said.text ?? said.emote}`);
  draw();
  if (state.stage === "lobby" && state.seats[state.you] && !state.seats[state.you].contributed && !contributed) {
    contributed = true;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    send("contribute", { hex: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") });
  }
  if (autostart && state.stage === "lobby") { autostart = false; send("ready", { digest: state.digest }); send("start"); }
}
function draw() {
  $("start").hidden = true;
  $("table").hidden = false;
  const playing = state.to_move ?? [];
  $("seats").replaceChildren(...state.seats.map((seat, i) => {
    if (!seat) return element("li", "free");
    const facts = [seat.name, i === state.you && "(you)", seat.bot && `bot, ${seat.bot}`, seat.away && "away: a bot plays",
      state.counts && `${state.counts[i]} cards`, state.scores?.some(Boolean) && `${state.scores[i]} points`,
      state.stage === "lobby" && (seat.ready ? "ready" : "not ready"), playing.includes(i) && "to move"];
    return element("li", facts.filter(Boolean).join(" · "), playing.includes(i) ? "turn" : "");
  }));
  drawLobby();
  drawMiddle();
  const hand = (state.hand ?? []).map((card) => { const li = element("li", ""); li.append(element("span", label(card), `card ${colorOf(card) ?? ""}`)); return li; });
  $("hand").replaceChildren(...hand);
  drawMoves();
}
function drawLobby() {
  const parts = [], mine = state.seats[state.you], kept = seatsKept[table] ?? {};
  if (state.stage === "lobby" || state.stage === "between") {
    if (mine && !mine.ready) parts.push(button("I agree and am ready", () => send("ready", { digest: state.digest })));
    parts.push(element("p", `Options: ${Object.entries(state.options).map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ")}`));
  }
  if (state.stage === "lobby") {
    if (kept.invite) {
      parts.push(element("p", `Invite with the code ${kept.invite}, or the link ${location.origin}/#join=${kept.invite}`));
      parts.push(element("p", `To watch: ${location.origin}/#watch=${kept.watch}`));
    }
    if (state.host === state.you && state.you !== null) {
      state.seats.forEach((seat, i) => { if (!seat) parts.push(button(`Put a bot on seat ${i + 1}`, () => send("bot", { seat: i }))); });
      parts.push(button("Start", () => send("start")));
    }
  }
  if (mine?.away && mine.away !== "kept") parts.push(button("Take my seat back", () => send("back")));
  if (state.stage === "over" && state.you !== null) {
    if (state.rematch) parts.push(button("Go to the next game", () => { keep(state.rematch, { token: kept.token }); location.hash = `table=${state.rematch}`; location.reload(); }));
    else parts.push(button("Play again", () => send("rematch")));
  }
  $("lobby").replaceChildren(...parts);
}
function drawMiddle() {
  const parts = [];
  if (state.top) {
    parts.push(element("span", "On top: "), element("span", label(state.top), `card ${colorOf(state.top) ?? ""}`));
    if (state.color) parts.push(element("span", ` Color: ${glyph(state.color)} ${state.color}. `));
    parts.push(element("span", `${state.draw_count} cards to draw. ${state.direction === 1 ? "Clockwise." : "Counterclockwise."}`));
    if (state.stage === "over") parts.push(element("p", `${state.winners.map(named).join(" and ")} won the game.`));
    else if (state.stage === "playing") parts.push(element("p", playersTurn()));
  }
  $("middle").replaceChildren(...parts);
}
const playersTurn = () => state.to_move.includes(state.you) ? "It is your turn." : `Waiting for ${state.to_move.map(named).join(", ")}.`;
function drawMoves() {
  const focused = document.activeElement?.dataset?.move;
  const parts = (state.moves ?? []).map((move) => {
    const card = move.split(" ").find((word) => colorOf(word)), free = move.endsWith(" …");
    const made = button(spoken(move), () => {
      const said = free ? window.prompt(move.slice(0, -2)) : "";
      if (!free) send("move", { move, n: number });
      else if (said) send("move", { move: `${move.slice(0, -2)} ${said}`, n: number });
    }, card ? colorOf(card) : "");
    made.dataset.move = move;
    return made;
  });
  $("moves").replaceChildren(...parts);
  if (focused !== undefined) (parts.find((part) => part.dataset.move === focused) ?? parts[0])?.focus();
}

// ---- the start -----------------------------------------------------------------------------------
async function begin() {
  const told = await (await fetch("/api/editions")).json();
  editions = Object.fromEntries(told.editions.map((each) => [each.id, each]));
  const [make, enter] = [$("make"), $("enter")];
  make.edition.replaceChildren(...told.editions.map((each) => new Option(each.title, each.id)));
  make.level.replaceChildren(...told.levels.map((level) => new Option(level, level, level === "medium", level === "medium")));
  const describe = () => { $("summary").textContent = editions[make.edition.value].summary; };
  make.edition.onchange = describe;
  describe();
  make.name.value = enter.name.value = localStorage.getItem("lastcard-name") ?? "";
  make.onsubmit = (event) => attempt(event, async () => {
    const seats = Number(make.seats.value), alone = event.submitter?.value !== "friends";
    localStorage.setItem("lastcard-name", make.name.value);
    const made = await post("/api/tables", { edition: make.edition.value, name: make.name.value, seats, bots: alone ? Array(seats - 1).fill(make.level.value) : [] });
    keep(made.table, made);
    autostart = alone;
    go(made.table, { token: made.token });
  });
  enter.onsubmit = (event) => attempt(event, () => join(enter.code.value, enter.name.value));
  $("talk").onsubmit = (event) => { event.preventDefault(); send("chat", { text: $("talk").text.value }); $("talk").reset(); };
  $("leave").onclick = () => { send("leave"); location.hash = ""; setTimeout(() => location.reload(), 200); };
  const [word, value] = location.hash.slice(1).split("=");
  if (word === "table" && seatsKept[value]) return go(value, { token: seatsKept[value].token });
  $("start").hidden = false;
  if (word === "join") { enter.code.value = value; enter.name.focus(); }
  if (word === "watch") attempt(null, async () => go((await post("/api/join", { code: value })).table, { watch: value }));
  drawGames();
}
async function join(code, name) {
  localStorage.setItem("lastcard-name", name);
  const joined = await post("/api/join", { code, name });
  if (joined.role === "watch") return go(joined.table, { watch: code });
  keep(joined.table, joined);
  return go(joined.table, { token: joined.token });
}
async function attempt(event, act) {
  event?.preventDefault();
  try { await act(); } catch (error) { show(error.message, true); }
}
function go(id, hello) {
  table = id;
  if (hello.token) history.replaceState(null, "", `#table=${id}`);
  open(hello);
}
async function drawGames() {
  const tokens = [...new Set(Object.values(seatsKept).map((kept) => kept.token).filter(Boolean))].slice(-50);
  if (!tokens.length) return;
  const { games } = await post("/api/games", { tokens });
  $("games").replaceChildren(element("h2", "Your games"), ...games.filter((game) => seatsKept[game.table]).slice(0, 10).map((game) =>
    button(`${editions[game.edition]?.title ?? game.edition}: ${game.stage}`, () => go(game.table, { token: seatsKept[game.table].token }))));
}
attempt(null, begin);
