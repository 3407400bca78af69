"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const byId = (id) => document.getElementById(id);
  const board = byId("board");
  const layers = { last: byId("last"), pieces: byId("pieces"), captured: byId("captured") };
  const [status, list, speed] = [byId("status"), byId("list"), byId("speed")];
  const buttons = new Map();
  for (const button of list.querySelectorAll("button")) buttons.set(Number(button.dataset.node), button);
  const { W: white, B: black } = game.sides;
  const kinds = { w: `${white} man`, W: `${white} king`, b: `${black} man`, B: `${black} king` };
  let current = game.start;
  let timer = null;

  const parent = (node) => game.nodes[node].parent;
  const next = (node) => game.nodes[node].next;
  const siblings = (node) =>
    parent(node) < 0 ? [node] : [...game.nodes.keys()].filter((other) => parent(other) === parent(node));

  function place(layer, shape, square) {
    const copy = byId(`shape-${shape}`).cloneNode(true);
    let [x, y] = game.centers[square - 1];
    if (board.classList.contains("is-flipped")) [x, y] = [game.width - x, game.height - y];
    copy.removeAttribute("id");
    copy.setAttribute("data-square", square);
    copy.setAttribute("transform", `translate(${x} ${y})`);
    layers[layer].append(copy);
  }

  function words(pieces) {
    const found = Object.keys(kinds).map((kind) => {
      const squares = game.names.filter((_, at) => pieces[at] === kind);
      return squares.length ? `${kinds[kind]}: ${squares.join(", ")}. ` : "";
    });
    return found.join("").trim() || "No pieces.";
  }

  function draw() {
    const { pieces, path, captured, turn } = game.nodes[current];
    for (const layer of Object.values(layers)) layer.replaceChildren();
    for (const square of new Set(path)) place("last", "last", square);
    [...pieces].forEach((kind, at) => {
      if (kind !== "-") place("pieces", kind, at + 1);
    });
    for (const square of new Set(captured)) place("captured", "captured", square);
    board.setAttribute("aria-label", words(pieces));
  }

  function mark() {
    for (const [node, button] of buttons) {
      button.tabIndex = -1;
      if (node === current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const button = buttons.get(current) ?? buttons.values().next().value;
    if (button) {
      button.tabIndex = 0;
      const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
      if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
      else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
    }
    byId("first").disabled = byId("previous").disabled = parent(current) < 0;
    byId("next").disabled = byId("final").disabled = next(current) < 0;
    byId("other").disabled = siblings(current).length < 2;
  }

  function show(node) {
    current = node;
    const label = buttons.get(node)?.dataset.label ?? "Start";
    status.textContent = `${label}. ${game.endings[node] ?? `${game.sides[game.nodes[node].turn]} to move.`}`;
    draw();
    mark();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (next(current) < 0) show(0);
    byId("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (next(current) >= 0) show(next(current));
      if (next(current) < 0) stop();
    }, Number(speed.value));
  }

  function last() {
    let node = current;
    while (next(node) >= 0) node = next(node);
    return node;
  }

  function other() {
    const choices = siblings(current);
    return choices[(choices.indexOf(current) + 1) % choices.length];
  }

  const actions = {
    first: () => show(0),
    previous: () => parent(current) >= 0 && show(parent(current)),
    next: () => next(current) >= 0 && show(next(current)),
    final: () => show(last()),
    other: () => show(other()),
    play: () => (timer === null ? play() : stop()),
    flip: () => {
      byId("flip").setAttribute("aria-pressed", String(board.classList.toggle("is-flipped")));
      draw();
    },
  };
  const steps = new Set(["first", "previous", "next", "final", "other"]);

  function act(name) {
    if (steps.has(name)) stop();
    actions[name]();
  }

  for (const name of Object.keys(actions)) byId(name).addEventListener("click", () => act(name));
  speed.addEventListener("change", () => {
    if (timer !== null) {
      clearInterval(timer);
      play();
    }
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    stop();
    show(Number(button.dataset.node));
  });

  const keys = {
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "final",
    " ": "play",
    v: "other",
    f: "flip",
  };
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    const tag = event.target.tagName;
    if (tag === "SELECT" || (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY"))) return;
    event.preventDefault();
    act(name);
    if (list.contains(document.activeElement)) buttons.get(current)?.focus();
  });

  byId("controls").hidden = byId("keys").hidden = false;
  show(current);
})();
