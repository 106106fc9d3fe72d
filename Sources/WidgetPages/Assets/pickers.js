// The parts of the form for picking: the lists of choices, the keys of a month, the handles of elements, the dialog of
// rows, and the offer to restore kept answers. A form loads them when one of them is used for the first time.
export const pickers = ({ make, parse, placeIn, problemOf, rowOf }) => {
  // No browser can draw an element that is much taller; Firefox stops below 1.8e7 pixels.
  const tallest = 1.6e7;
  const chunk = 50, rowHeight = 48;
  /** The characters of a text as people perceive them (grapheme clusters). */
  const letters = (text) => /^[ -~]*$/.test(text) ? [...text] : Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

  /** A list of choices below a field; only a window of the list is loaded, however long the list is. */
  class Combo {
    constructor(form) {
      this.form = form;
      this.asked = 0;
    }

    get isOpen() { return !!this.popup; }

    open(box, search = "") {
      if (this.box !== box) this.close();
      if (!this.popup) {
        this.box = box;
        this.input = box.querySelector("input:not([type=hidden])");
        this.id = box.querySelector("input[name^='id.']");
        this.space = make("div", { className: "space", role: "none" });
        this.list = make("div", { className: "list", role: "listbox", id: `list-${box.dataset.options}`,
          "aria-label": this.input.labels?.[0]?.textContent.trim() || this.input.getAttribute("aria-label") },
          this.space);
        this.count = make("div", { className: "count" });
        this.popup = make("div", { className: "popup", "data-js": "" }, this.list, this.count);
        this.popup.addEventListener("mousedown", (event) => event.preventDefault());
        this.list.addEventListener("click", (event) => {
          const option = event.target.closest("[role=option]");
          if (option) this.choose(+option.dataset.at);
        });
        this.list.addEventListener("scroll", () => this.render(), { passive: true });
        box.append(this.popup);
        const { top, bottom } = this.input.getBoundingClientRect(), { offsetTop, height } = visualViewport;
        const below = offsetTop + height - bottom, above = top - offsetTop, isAbove = below < 320 && above > below;
        this.popup.classList.toggle("above", isAbove);
        // The keyboard of a phone leaves less space than the list needs.
        this.list.style.maxBlockSize = `${Math.max(144, Math.min(352, (isAbove ? above : below) - 48))}px`;
        this.input.setAttribute("aria-expanded", "true");
        this.input.setAttribute("aria-controls", this.list.id);
      }
      this.search = search;
      this.at = -1;
      this.total = 0;
      this.chunks = new Map();
      this.count.textContent = this.form.words.searching;
      const pending = this.pending = this.load(0, true).finally(() => {
        if (this.pending === pending) this.pending = null;
      });
      return pending;
    }

    close() {
      if (!this.popup) return;
      this.asked++;
      this.stop?.abort();
      clearTimeout(this.telling);
      this.form.hush();
      this.popup.remove();
      this.input.setAttribute("aria-expanded", "false");
      ["aria-controls", "aria-activedescendant"].forEach((name) => this.input.removeAttribute(name));
      this.popup = this.box = null;
    }

    /** Requests one window of the list; a new search drops earlier requests. */
    async load(index, fresh) {
      if (fresh) {
        this.asked++;
        this.stop?.abort();
        this.stop = new AbortController();
      } else if (this.chunks.has(index) || index * chunk >= this.total) return;
      const asked = this.asked, { chunks, stop } = this;
      chunks.set(index, null);
      const body = this.form.fields(new Set());
      for (const [name, value] of Object.entries({
        row: this.box.dataset.options, search: this.search, from: index * chunk, count: chunk,
        // Late responses in other rows delay the list by at most this time.
        waitMs: 500,
      })) body.set(name, value);
      let answer;
      try {
        answer = await this.form.fetch(this.form.options, body, stop.signal).then((found) => found.json());
      } catch (problem) {
        chunks.delete(index);
        if (problem.name === "AbortError") return;
        this.form.lose();
        if (asked === this.asked && this.popup) this.count.textContent = this.form.words.lost;
        return;
      }
      if (asked !== this.asked || !this.popup) return;
      this.form.find();
      const items = answer.items ?? [];
      this.total = answer.total ?? items.length;
      this.complete = answer.complete !== false;
      items.said = answer.notice ?? answer.said;
      chunks.set(index, items);
      if (chunks.size > 40) chunks.delete(chunks.keys().next().value);
      const said = answer.title ? problemOf(answer, answer) : answer.notice ?? answer.said ?? String(this.total);
      if (fresh) {
        this.list.scrollTop = 0;
        // At first, the best match of a search is active.
        if (this.search && this.total) this.at = 0;
        this.count.textContent = said;
        clearTimeout(this.telling);
        this.telling = setTimeout(() => this.form.say(said, "aside"), 500);
      }
      this.render();
    }

    item(at) { return this.chunks.get(Math.floor(at / chunk))?.[at % chunk]; }

    /** Draws the visible part of the list. */
    render() {
      if (!this.popup) return;
      const { total, list } = this;
      const view = Math.max(list.clientHeight, rowHeight), seen = Math.ceil(view / rowHeight);
      const step = Math.min(rowHeight, tallest / Math.max(total, 1));
      this.space.style.height = `${Math.max(0, total - seen) * step + Math.min(total, seen) * rowHeight}px`;
      const first = Math.min(Math.floor(list.scrollTop / step), Math.max(0, total - seen));
      const from = Math.max(0, first - 8), to = Math.min(total, first + seen + 8, from + chunk);
      const groups = [];
      let last;
      for (let at = from; at < to; at++) {
        const item = this.item(at);
        if (!item) continue;
        const section = item.section ?? "";
        if (!groups.length || section !== last) {
          groups.push(make("div", section ? { role: "group", "aria-label": section } : { role: "none" }));
        }
        const opens = at === 0 || section !== (this.item(at - 1)?.section ?? "") && at > from || at === first;
        groups.at(-1).append(this.option(item, at, opens && section));
        groups.at(-1).lastChild.style.top = `${first * step + (at - first) * rowHeight}px`;
        last = section;
      }
      this.space.replaceChildren(...groups);
      const { said } = this.chunks.get(Math.floor((this.at >= first && this.at < to ? this.at : first) / chunk)) ?? {};
      if (said) this.count.textContent = said;
      this.mark();
      for (const at of [first, to - 1, to + chunk - 1]) this.load(Math.floor(Math.max(0, at) / chunk));
    }

    option(item, at, section) {
      const isChosen = item.chosen || !!this.id.value && item.id === this.id.value;
      const option = make("div", { role: "option", id: `${this.list.id}-${at}`, className: isChosen ? "chosen" : "",
        "aria-selected": String(at === this.at), "aria-checked": isChosen || null, "aria-posinset": at + 1,
        "aria-setsize": this.complete ? this.total : -1, dir: "auto" });
      option.dataset.at = at;
      const title = make("div");
      if (item.match) {
        letters(item.title).forEach((letter, at) => {
          const isMatched = item.match.includes(at), last = title.lastChild;
          if (last && (last.nodeType === 1) === isMatched) last.textContent += letter;
          else title.append(isMatched ? make("mark", {}, letter) : letter);
        });
      } else title.append(item.title);
      option.append(make("div", {}, title,
        ...(item.subtitle ? [make("div", { className: "second" }, item.subtitle)] : [])));
      if (item.picture) option.prepend(parse(item.picture));
      if (item.taken) option.append(make("span", { className: "taken" }, item.taken));
      if (isChosen || item.taken) option.append(make("span", { ariaHidden: "true" }, "✓"));
      if (section) option.append(make("span", { className: "section", ariaHidden: "true" }, section));
      return option;
    }

    /** Marks the active choice, once it is loaded. */
    mark() {
      const id = `${this.list.id}-${this.at}`;
      for (const option of this.space.querySelectorAll("[role=option]")) {
        option.setAttribute("aria-selected", String(option.id === id));
      }
      if (this.form.root.getElementById(id)) this.input.setAttribute("aria-activedescendant", id);
      else this.input.removeAttribute("aria-activedescendant");
    }

    async move(to) {
      if (!this.total) return;
      this.at = Math.max(0, Math.min(this.total - 1, to));
      await this.load(Math.floor(this.at / chunk));
      if (!this.popup) return;
      const { list, at } = this, step = Math.min(rowHeight, tallest / this.total);
      const seen = Math.max(1, Math.floor(list.clientHeight / rowHeight)), top = Math.floor(list.scrollTop / step);
      if (at < top || Math.ceil(list.scrollTop / step) > at) list.scrollTop = Math.ceil(at * step);
      else if (at >= top + seen) list.scrollTop = Math.ceil((at - seen + 1) * step);
      this.render();
    }

    choose(at) {
      const item = this.item(at);
      if (!item) return;
      const { input, id } = this;
      id.value = item.id;
      input.value = item.title;
      this.close();
      input.scrollIntoView({ block: "nearest" });
      this.form.edited(input);
      this.form.act("update");
    }

    /** Handles a key; returns whether it has an effect here. */
    key(event) {
      const { target, key, ctrlKey, altKey } = event;
      if (!this.isOpen) {
        this.open(target.closest(".options")).then(() => altKey || this.move(key === "ArrowUp" ? this.total : 0));
        return true;
      }
      const moves = { ArrowDown: this.at + 1, ArrowUp: this.at < 0 ? this.total : this.at - 1,
        PageDown: this.at + 10, PageUp: this.at - 10 };
      // A key pressed during a search applies to the result.
      if (this.pending && (key === "Enter" || !altKey && key in moves)) {
        this.pending.then(() => this.isOpen && (this.key(event) || this.form.act("update")));
        return true;
      }
      if (ctrlKey && key === "Home") this.move(0);
      else if (ctrlKey && key === "End") this.move(this.total);
      else if (altKey && key === "ArrowUp") this.close();
      else if (key in moves) this.move(moves[key]);
      else if (key === "Enter" && this.at >= 0) this.choose(this.at);
      else if (key === "Escape") this.close();
      else return false;
      return true;
    }
  }

  /** The date in the value of a day's button, at noon. */
  const dateIn = (value) => {
    const [year, month, day] = value.split(":").at(-1).split("-").map(Number), date = new Date(2000, 0, 1, 12);
    date.setFullYear(year, month - 1, day);
    return date;
  };

  /** Handles a key in a month: moves the focus to another day, or closes the month. */
  function moveInMonth(form, key, shiftKey) {
    const { activeElement } = form.root, month = activeElement?.closest(".month"), button = activeElement?.closest(".day");
    if (!month) return;
    const row = rowOf(month);
    if (key === "Escape") return form.act(`close:${row}`);
    if (!button) return;
    // The day to which earlier keys have moved; its month may not be shown yet.
    const from = dateIn(form.day ?? button.value), year = from.getFullYear(), number = from.getMonth() + 1;
    const apart = Math.round((from - dateIn(button.value)) / 864e5);
    const place = ((button.closest("td").cellIndex + apart) % 7 + 7) % 7;
    const ahead = getComputedStyle(month).direction === "rtl" ? -1 : 1;
    const days = { ArrowLeft: -ahead, ArrowRight: ahead, ArrowUp: -7, ArrowDown: 7, Home: -place, End: 6 - place }[key] ?? 0;
    const months = ({ PageUp: -1, PageDown: 1 }[key] ?? 0) * (shiftKey ? 12 : 1);
    if (!days && !months) return;
    const date = new Date(2000, 0, 1, 12), last = (of) => new Date(year, of, 0, 12).getDate(), day = from.getDate();
    date.setFullYear(year, number - 1 + months, Math.min(day, months ? last(number + months) : day) + days);
    const text = [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-"), value = `day:${row}:${text}`;
    const there = form.button(value);
    const isAsked = !!form.day;
    // The response for a month that was requested earlier would replace this one.
    if (there && !isAsked) return form.enterMonth(month, there);
    /** Requests the month of a day; keys that are pressed in the meantime can move to another month. */
    const ask = (day) => form.act(day.replace(/^day(.*)-\d+$/, "month$1")).then(() => {
      if (form.day && form.day !== day && !form.button(form.day)) ask(form.day);
      else form.day = null;
    });
    form.day = value;
    if (!isAsked) ask(value);
  }

  /** Chooses the day to which earlier keys have moved, even if its month is not shown yet. */
  function takeDay(form) {
    form.act(form.day ?? form.root.activeElement.value);
    form.day = null;
  }

  /** Moves an element of an array with the pointer. */
  function drag(form, grip, pointer, start) {
    const row = grip.closest(".row"), [array] = placeIn(row.dataset.row);
    const others = form.shownRows().filter((other) => placeIn(other.dataset.row)?.[0] === array && other.querySelector(".grip"));
    const middle = (other) => { const { top, height } = other.getBoundingClientRect(); return top + height / 2; };
    const places = others.map(middle), from = others.indexOf(row);
    const nearest = (y) => places.reduce((best, at, place) => Math.abs(at - y) < Math.abs(places[best] - y) ? place : best, 0);
    const stop = new AbortController(), { signal } = stop, { value } = row.querySelector("input:not([type=hidden]), select");
    let over = from;
    grip.setPointerCapture(pointer);
    // Touching the handle shows the buttons that do the same.
    grip.focus();
    row.classList.add("dragged");
    const end = () => {
      stop.abort();
      row.classList.remove("dragged");
      for (const other of others) other.style.translate = "";
    };
    grip.addEventListener("pointermove", ({ clientY }) => {
      const to = nearest(places[from] + clientY - start);
      if (to !== over) form.say(`${value}: ${form.label(others[over = to])}`, "aside");
      others.forEach((other, place) => {
        const shift = place > from && place <= to ? -row.offsetHeight : place < from && place >= to ? row.offsetHeight : 0;
        other.style.translate = other === row ? `0 ${clientY - start}px` : `0 ${shift}px`;
      });
    }, { signal });
    grip.addEventListener("pointercancel", end, { signal });
    grip.addEventListener("pointerup", ({ clientY }) => {
      const to = nearest(places[from] + clientY - start);
      end();
      if (to !== from) form.act(`move:${row.dataset.row}:${placeIn(others[to].dataset.row)[1]}`);
    }, { signal });
  }

  /** Shows a dialog to choose a row. */
  function jump(form) {
    const labels = form.shownRows().map((row) => [row, form.label(row)]);
    const list = make("ul"), field = make("input", { type: "search", "data-js": "", ariaLabel: form.words.goTo });
    const dialog = make("dialog", { "data-js": "", ariaLabel: form.words.goTo }, field, list);
    const fill = () => list.replaceChildren(...labels
      .filter(([, label]) => label.toLowerCase().includes(field.value.toLowerCase())).slice(0, 12)
      .map(([row, label]) => make("li", {}, make("button", { type: "button", className: "link", onclick: () => {
        dialog.close();
        form.goTo(row);
      } }, label))));
    field.addEventListener("input", fill);
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Enter" || event.target !== field) return;
      event.preventDefault();
      list.querySelector("button")?.click();
    });
    dialog.addEventListener("close", () => dialog.remove());
    fill();
    form.element.append(dialog);
    dialog.showModal();
  }

  /** Offers to restore the answers that this browser has kept. */
  function offer(form, there) {
    const answer = (label, does) => make("button", { type: "button", onclick: () => {
      notice.remove();
      does();
    } }, label);
    const notice = form.banner(form.words.kept, false,
      answer(form.words.restore, () => restore(form, there)),
      answer(form.words.discard, () => {
        form.forget();
        form.goTo(form.shownRows()[0]);
      }));
  }

  function restore(form, fields) {
    const { csrf, etag } = form.element.elements;
    if (csrf) fields.set("csrf", csrf.value);
    form.rest();
    form.chain = form.chain.then(() => form.post("update", fields)).then((isThere) => {
      if (!isThere) return offer(form, fields);
      if (etag && fields.has("etag")) form.now.etag = etag.value = fields.get("etag");
      form.goTo(form.shownRows().find((row) => row.dataset.modified) ?? form.shownRows()[0]);
    });
  }

  return { Combo, offer, moveInMonth, takeDay, drag, jump };
};
