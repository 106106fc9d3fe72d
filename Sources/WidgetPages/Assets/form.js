// The form of widgetconfig in a browser. It sends the input to the service and shows the response; it makes no
// decisions. Without it, the page still works with its buttons. The names of fields, actions, paths, parts of
// the page and members of responses must be the same as in PageNames.swift and FormEntry.swift.
(() => {
  "use strict";
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The maximum number of steps that can be undone.
  const steps = 200;
  // How long to wait, in milliseconds: after the first failure of the service, and between two checks for what others
  // have saved.
  const firstWait = 500, betweenLooks = 20000;
  const zoneCookie = "widgetconfig-zone=", zoneItem = "timeZone", saidItem = "said";
  const parts = ["hidden-rows", "issues", "preview-intent", "preview-timeline", "drawing", "name-row"], travelling = ["draft", "etag"];
  const kept = ["role", "aria-expanded", "aria-controls", "aria-activedescendant", "aria-autocomplete",
    "aria-haspopup", "autocomplete", "open", "data-live", "tabindex"];

  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in element && key !== "role") element[key] = value;
      else if (value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const parse = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  };
  const isText = (element) => element && (element.localName === "textarea" ||
    element.localName === "input" && !/^(checkbox|radio|range|button|submit|file)$/.test(element.type));
  const keyOf = (node) => node.id || node.localName === "button" && node.value || "";
  const splice = (text, at, cut, put) => text.slice(0, at) + put + text.slice(at + cut);
  /** The difference between two drafts, in the form in which the service writes an undo step. */
  const difference = (from, to) => {
    const changed = (old = {}, now = {}) => {
      const names = Object.keys({ ...old, ...now }).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
      return names.length ? Object.fromEntries(names.map((name) => [name, now[name] ?? null])) : undefined;
    };
    return { family: to.family === from.family ? undefined : to.family,
      values: changed(from.values, to.values), texts: changed(from.texts, to.texts) };
  };
  /** The headers of a request; one of them tells the service that the request comes from the script. */
  const headersWith = (token) => ({ "X-Requested-With": "form.js", ...token ? { Authorization: `Bearer ${token}` } : {} });
  /** The element that gets the focus first on a page: its problems, or its heading. */
  const headOf = (page) => ["#issues:not([hidden])", "h1"].map((part) => page.querySelector(part)).find(Boolean);
  /** The message of a problem document (RFC 9457). */
  const problemOf = ({ title, detail }, { status }) => [title, detail].filter(Boolean).join(" ") || String(status);
  const mine = (node) => node.nodeType === 1 && node.hasAttribute("data-js");
  /** The row of a field, from a name such as `v.city`; undefined for the form's own fields. */
  const rowNamed = (name) => /^(?:[vpdutqn]|id|pick|from)\.(.*)$/s.exec(name)?.[1];
  const rowOf = (field) => field.closest(".row")?.dataset.row;
  const contentOf = (field) => /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value;
  /** The array and the position of an element, from its row; undefined for other rows. */
  const placeIn = (row) => /^(.*)\/(\d+)$/s.exec(row ?? "")?.slice(1);
  /** Whether one of the fields is an emptied element of an array; the elements after it then move up. */
  const closesUp = (fields) => [...fields].some((field) => isText(field) && !field.value && placeIn(rowOf(field)));

  /** Makes an element equal to another; `holds` returns whether a field keeps its content. */
  function morph(from, to, holds) {
    if (from.nodeType === 3) {
      if (from.data !== to.data) from.data = to.data;
      return;
    }
    if (from.nodeType !== 1) return;
    for (const { name, value } of to.attributes) {
      if (from.getAttribute(name) !== value && !(from.dataset.live && kept.includes(name))) {
        from.setAttribute(name, value);
      }
    }
    for (const { name } of [...from.attributes]) {
      if (!to.hasAttribute(name) && !kept.includes(name)) from.removeAttribute(name);
    }
    let old = from.firstChild;
    for (const node of [...to.childNodes]) {
      while (old && mine(old)) old = old.nextSibling;
      const key = keyOf(node);
      if (key && old && keyOf(old) !== key) {
        const same = [...from.children].find((child) => keyOf(child) === key);
        if (same) {
          while (old && old !== same) {
            const next = old.nextSibling;
            if (!mine(old)) old.remove();
            old = next;
          }
        }
      }
      if (old && old.nodeName === node.nodeName && keyOf(old) === key && old.type === node.type) {
        const next = old.nextSibling;
        morph(old, node, holds);
        old = next;
      } else from.insertBefore(node, old);
    }
    while (old) {
      const next = old.nextSibling;
      if (!mine(old)) old.remove();
      old = next;
    }
    if (/^(input|select|textarea)$/.test(from.localName) && !holds(from)) {
      if (from.type === "checkbox" || from.type === "radio") from.checked = from.defaultChecked;
      else if (from.localName === "select") {
        // A unit that is chosen before its number is typed appears in no response.
        if (/^u/.test(from.name) && !from.form.elements[`v${from.name.slice(1)}`].value) return;
        for (const option of from.options) option.selected = option.defaultSelected;
      } else if (from.type !== "file" && from.value !== from.defaultValue) from.value = from.defaultValue;
    }
  }

  // <pickers>
  /** Loads the pickers; some browsers do not retry a failed import at the same address. */
  const pickers = async (helpers) => (await import(`./pickers.js?${attempts++}`)).pickers(helpers);
  let attempts = 0;
  // </pickers>
  let loading = null, loaded = null;
  const load = () => loading ??= pickers({ make, parse, placeIn, problemOf, rowOf })
    .then((made) => { loaded = made; }).finally(() => { loading = null; });

  class Form {
    constructor(root, element, host, isTurned) {
      Object.assign(this, { root, element, host, seq: 0, turns: 0, past: [], future: [], wait: firstWait });
      // The fields that were changed since they were last sent, the fields that are being sent, and the sent content of
      // each.
      Object.assign(this, { dirty: new Set(), sending: new Set(), sent: new WeakMap() });
      this.chain = Promise.resolve();
      // The names are in the order of the words in FormPage.swift.
      const names = ["lost", "kept", "restore", "discard", "searching", "found", "ended", "signIn", "goTo",
        "conflict", "renewed", "drag"];
      const words = (element.dataset.words ?? "").split("|");
      this.words = Object.fromEntries(names.map((name, place) => [name, words[place]]));
      // The form's own property is hidden by buttons named “action”.
      this.address = new URL(element.getAttribute("action") ?? "", location.href).href.split("#")[0];
      const options = new URL(this.address);
      options.pathname = options.pathname.replace(/\/$/, "") + "/options";
      this.options = options.href;
      const { kind, name, definition } = element.dataset;
      this.key = ["widgetconfig", kind, name, definition].join(" ");
      element.classList.add("live");
      const rows = new Map(this.shownRows().map((row) => [row.dataset.row, row.outerHTML]));
      this.now = { rows, order: [...rows.keys()], modified: element.dataset.modified === "true",
        review: root.getElementById("review")?.outerHTML, saves: this.button("save")?.textContent,
        parts: Object.fromEntries(parts.map((id) => [id, root.getElementById(id)?.outerHTML ?? ""])) };
      for (const name of travelling) this.now[name] = element.elements[name]?.value ?? "";
      this.trail = JSON.parse(element.elements.steps?.value || '{"earlier":[],"undone":[]}');
      this.prepare();
      for (const type of ["input", "change", "submit", "keydown", "click", "focusin", "focusout", "pointerdown", "pointerover"]) {
        element.addEventListener(type, (event) => this[`on${type}`](event));
      }
      this.signal = new AbortController();
      const outside = { signal: this.signal.signal };
      element.parentElement.addEventListener("click", (event) => this.follow(event), outside);
      for (const type of ["resize", "scroll"]) visualViewport.addEventListener(type, () => this.fit(), outside);
      addEventListener("beforeunload", (event) => {
        if (this.isModified && !this.leaving) event.preventDefault();
      }, outside);
      addEventListener("pagehide", () => this.keep(), outside);
      for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => { this.pressed = null; }, outside);
      addEventListener("online", () => this.missed && this.act("update"), outside);
      addEventListener("offline", () => this.lose(), outside);
      if (!host) {
        addEventListener("keydown", (event) => {
          if (!element.contains(event.target) && !isText(event.target)) this.onkeydown(event);
        }, outside);
      }
      this.buttons();
      if (!isTurned) this.offerDraft();
      for (const [target, type] of [[document, "visibilitychange"], [window, "focus"]]) {
        target.addEventListener(type, () => this.wake(), outside);
      }
      this.now.pending = !!element.dataset.pending;
      this.resume();
      this.tick();
      this.watching = setTimeout(() => this.watch(), betweenLooks);
      this.tell("ready");
    }

    get isModified() { return this.now.modified || this.dirty.size > 0; }

    /** Ends this form, which another form replaces. */
    end() {
      this.signal.abort();
      this.turns++;
      for (const timer of [this.timer, this.ticking, this.watching]) clearTimeout(timer);
      this.rest();
    }

    shownRows() { return [...(this.root.getElementById("rows")?.children ?? [])].filter((row) => row.dataset.row); }

    label(row) { return (row.querySelector("label, legend, .label") ?? row).textContent.trim(); }

    button(action) { return this.element.querySelector(`button[name=action][value="${CSS.escape(action)}"]`); }

    /** The fields as a browser sends them, without files: those of all rows or of some rows, and the form's own. */
    fields(rows) {
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(this.element)) {
        const row = rowNamed(name);
        if (typeof value === "string" && (!rows || row === undefined || rows.has(row))) body.append(name, value);
      }
      return body;
    }

    /** The rows with fields that were changed since they were last sent. */
    changedRows() { return new Set([...this.dirty].filter((field) => field.isConnected).map(rowOf)); }

    get hasUnsent() { return [...this.dirty].some((field) => rowNamed(field.name) !== undefined); }

    /** The unsent changes, by the names of the fields; null if there are none. */
    unsent() {
      const found = [...this.fields(this.changedRows())].filter(([name]) => rowNamed(name) !== undefined);
      return found.length ? found : null;
    }

    /** Restores the unsent content of the fields. */
    refill(entries) {
      const values = new Map(entries), all = new Set(entries.map((entry) => entry.join("\n")));
      for (const field of this.element.elements) {
        if (!values.has(field.name) || field.type === "hidden" && !field.name.startsWith("id.")) continue;
        if (/^(checkbox|radio)$/.test(field.type)) field.checked = all.has(`${field.name}\n${field.value}`);
        else field.value = values.get(field.name);
        this.edited(field);
      }
    }

    get headers() { return headersWith(this.host?.token); }

    fetch(address, body, signal) {
      return fetch(address, { method: "POST", body, headers: this.headers, signal }).then((answer) => {
        // If the service is down, a proxy in front of it may answer in its own format.
        if (answer.status > 501 && !/json/.test(answer.headers.get("content-type"))) throw new Error(answer.status);
        return answer;
      });
    }

    // User events.

    edited(field) {
      const said = this.root.getElementById("said");
      // The message is about an earlier action, and would cover the rows.
      if (said?.className) said.className = said.textContent = "";
      this.dirty.add(field);
      this.keepSoon();
      this.buttons();
    }

    oninput(event) {
      const field = event.target, box = field.closest(".options");
      // An incomplete date does not count as an answer.
      if (mine(field) || field.validity.badInput) return;
      this.edited(field);
      if (box && isText(field)) {
        const id = box.querySelector("input[name^='id.']");
        if (id) id.value = "";
        return this.pick(() => this.combo.open(box, field.value), field.closest(".row"));
      }
      clearTimeout(this.timer);
      // An element that is being emptied keeps its position until its field loses the focus.
      this.emptied = placeIn(rowOf(field)) && isText(field) && !field.value ? field : null;
      if (event.isComposing || this.emptied) return;
      this.timer = setTimeout(() => this.act("update"), isText(field) ? 300 : 60);
    }

    onchange(event) {
      const field = event.target;
      if (mine(field) || field.closest(".options") || field.validity.badInput) return;
      this.emptied = null;
      if (!this.dirty.has(field)) {
        // Content that was already sent while it was being typed is not sent again.
        if (this.sent.get(field) === contentOf(field)) return;
        this.edited(field);
      }
      this.act("update");
    }

    onfocusout(event) {
      const field = event.target, box = field.closest(".options"), row = field.closest(".row");
      if (box && !box.contains(event.relatedTarget)) {
        this.turns++;
        this.combo?.close();
        if (this.dirty.has(field)) this.act("update");
      }
      // A field that kept its text while it had the focus now shows the form's text; a field that a change removes
      // shows nothing.
      const html = !this.isShowing && this.now.rows.get(row?.dataset.row);
      if (html && isText(field) && !this.dirty.has(field) && !this.sending.has(field)) {
        morph(row, parse(html), (other) => this.dirty.has(other) || this.sending.has(other));
        this.prepare();
      }
    }

    onsubmit(event) {
      event.preventDefault();
      const button = event.submitter;
      if (button && mine(button)) return;
      const action = button?.name === "action" ? button.value : "update", tools = button?.closest(".month .tools");
      this.tool = tools ? [...tools.children].indexOf(button) : -1;
      if (action === "undo" || action === "redo") return this.travel(action);
      // The result of requesting the entries again is announced, as it is for a row.
      if (button?.closest("#preview-timeline")) this.retried = "~";
      this.act(action);
    }

    onclick(event) {
      const { target } = event, box = target.closest(".options");
      // Enter chooses the day to which earlier keys have moved, even if that day is not shown yet.
      if (!event.detail && target.closest(".day") && (this.day || loading)) {
        event.preventDefault();
        return this.pick(({ takeDay }) => takeDay(this));
      }
      if (!box || !isText(target) || this.combo?.isOpen) return;
      // Further typing starts a search instead of adding to the choice, even while the pickers are being loaded.
      if (box.querySelector("input[name^='id.']")?.value) target.select();
      this.pick(() => this.combo.isOpen || this.combo.open(box), box.closest(".row"));
    }

    /** Loads the pickers early; a failure is reported when one of them is used. */
    onfocusin({ target }) { if (!loaded && target.closest(".options, .month, .grip")) load().catch(() => {}); }

    onpointerover(event) { this.onfocusin(event); }

    onpointerdown(event) {
      const { target, pointerId, clientY } = event, grip = target.closest(".grip");
      this.pressed = target.closest(".grip, button") && event;
      if (!grip) return;
      event.preventDefault();
      this.pick(({ drag }) => this.pressed === event && drag(this, grip, pointerId, clientY));
    }

    /** Does something with the pickers once they are loaded, unless the focus has left the list in the meantime. */
    pick(does, row, turns = this.turns) {
      if (!loaded) {
        if (row) row.ariaBusy = "true";
        return load().finally(() => { if (row) row.ariaBusy = null; })
          .then(() => this.pick(does, null, turns), () => turns === this.turns && this.lose());
      }
      this.combo ??= new loaded.Combo(this);
      if (turns === this.turns) does(loaded);
    }

    /** Follows a link to a part of the page. */
    follow(event) {
      const link = event.target.closest('a[href^="#"]');
      if (!link) return;
      event.preventDefault();
      this.goTo(this.root.getElementById(link.getAttribute("href").slice(1)));
    }

    /** Keeps the focused field, and the buttons, above the keyboard of a phone. */
    fit() {
      const { height, offsetTop, scale } = visualViewport, { activeElement } = this.root;
      const covered = scale > 1.01 ? 0 : Math.max(0, innerHeight - height - offsetTop);
      if (covered === this.covered) return;
      this.covered = covered;
      document.documentElement.style.setProperty("--keyboard", `${covered}px`);
      if (covered && this.element.contains(activeElement)) activeElement.scrollIntoView({ block: "nearest" });
    }

    onkeydown(event) {
      const { key, target, altKey, ctrlKey, shiftKey } = event, command = ctrlKey || event.metaKey;
      let done = true;
      if (event.isComposing || event.defaultPrevented) return;
      if (target.closest?.(".options") && isText(target) && this.listKey({ target, key, altKey, ctrlKey })) {
        // The list has already handled the key.
      } else if (target.closest?.(".month") && (key === "Escape" || target.matches(".day") && /^(Arrow|Page|Home|End)/.test(key))) {
        this.pick(({ moveInMonth }) => moveInMonth(this, key, shiftKey));
      } else if (command && key === "s") this.act("save");
      else if (command && !altKey && /^[zy]$/i.test(key) && !(isText(target) && this.dirty.has(target))) {
        this.travel(key.toLowerCase() === "y" || shiftKey ? "redo" : "undo");
      } else if (altKey && (key === "ArrowUp" || key === "ArrowDown") && placeIn(rowOf(target))) {
        const button = this.button(`${key === "ArrowUp" ? "up" : "down"}:${rowOf(target)}`);
        if (button) this.act(button.value);
      } else if (altKey && key === "h") {
        const hidden = this.root.getElementById("hidden-rows");
        if (hidden) hidden.open = !hidden.open;
      } else if (command && key === "g" || key === "/" && !isText(target)) this.pick(({ jump }) => jump(this));
      else if (key === "Enter" && isText(target) && target.localName === "input") {
        this.emptied = null;
        this.act("update");
      } else done = false;
      if (done) event.preventDefault();
    }

    /** Handles a key in a field with a list; returns whether it has an effect there. */
    listKey(event) {
      const { target, key, altKey } = event, row = target.closest(".row");
      if (this.combo?.isOpen) return this.combo.key(event);
      if (row?.ariaBusy && key === "Enter") {
        // The list for the typed text opens once the pickers are loaded.
        this.pick(() => this.combo.isOpen && this.combo.key(event), row);
        return true;
      }
      if (key !== "ArrowDown" && key !== "ArrowUp" || altKey && placeIn(rowOf(target))) return false;
      this.pick(() => this.combo.key(event), row);
      return true;
    }

    /** Makes a day the only day of its month that Tab reaches. */
    reach(month, day) { for (const other of month.querySelectorAll(".day")) other.tabIndex = other === day ? 0 : -1; }

    enterMonth(month, day) {
      this.reach(month, day);
      day?.focus();
    }

    /** The day of a month at which to begin: the day of the row, or else today, or else the first. */
    firstDay(month) { return ["[aria-pressed=true]", "[aria-current]", ".day"].map((part) => month.querySelector(part)).find(Boolean); }

    /** Prepares the parts of the service's response that need a script. */
    prepare() {
      for (const input of this.element.querySelectorAll(".options > input:not([type=hidden], [data-live])")) {
        for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
          "aria-haspopup": "listbox", autocomplete: "off", "data-live": "1" })) input.setAttribute(name, value);
      }
      for (const month of this.element.querySelectorAll(".month")) {
        this.reach(month, month.querySelector(".day[tabindex='0']") ?? this.firstDay(month));
      }
      for (const row of this.shownRows()) {
        const isMovable = row.querySelector("button[value^='up:'], button[value^='down:']"), grip = row.querySelector(".grip");
        if (!isMovable) grip?.remove();
        else if (!grip) row.prepend(make("span", { className: "grip", "data-js": "", ariaHidden: "true", tabIndex: -1, title: this.words.drag }, "⠿"));
      }
    }

    /** Focuses a row, or a field. */
    goTo(place) {
      if (!place) return;
      const details = place.closest("details");
      if (details) details.open = true;
      const field = /^(input|select|textarea|button|a)$/.test(place.localName) ? place
        : [...place.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")].find((part) => part.checkVisibility());
      place.scrollIntoView({ block: place.localName === "h2" ? "start" : "nearest" });
      // The head of an array has a label, but no field.
      (field ?? place.querySelector(".label") ?? place).focus();
    }

    // Requests to the service and responses.

    /** Performs an action after the earlier ones; a newer update replaces an older one. */
    act(action) {
      clearTimeout(this.timer);
      this.rest();
      let update = null;
      if (action === "update") {
        if (this.waits) return this.chain;
        // The elements of an array do not move while a button next to one of them is being pressed.
        if (this.pressed && closesUp(this.dirty)) {
          this.timer = setTimeout(() => this.act("update"), 300);
          return this.chain;
        }
        update = this.waits = {};
        this.stop?.abort();
      } else if (placeIn(action.split(":")[1]) && closesUp([...this.dirty, ...this.sending])) {
        // A button next to an element is sent together with emptied elements, because they would move the element if
        // they were sent alone.
        this.waits = null;
        if (this.stop) {
          this.unsend();
          this.stop.abort();
        }
      }
      return this.chain = this.chain.then(() => update && this.waits !== update ? false : this.post(action))
        .catch((problem) => console.error(problem));
    }

    /** Sends the changes with an action, and applies the response; returns whether there was one. */
    async post(action, kept) {
      if (this.signal.signal.aborted) return false;
      const isUpdate = action === "update", stop = isUpdate ? new AbortController() : null;
      if (isUpdate) this.waits = null;
      this.rest();
      const rows = this.changedRows();
      if (isUpdate) {
        for (const field of [this.emptied, this.combo?.isOpen && this.combo.input]) if (field) rows.delete(rowOf(field));
      } else rows.add(action.split(":")[1]);
      const sending = new Set([...this.dirty].filter((field) => rows.has(rowOf(field)) || !field.isConnected));
      for (const field of sending) {
        this.dirty.delete(field);
        this.sent.set(field, contentOf(field));
      }
      Object.assign(this, { stop, sending });
      this.element.ariaBusy = "true";
      let found;
      try {
        found = await this.ask(action, kept ?? this.fields(rows), 50, stop?.signal);
      } catch (problem) {
        if (this.sending === sending) this.unsend();
        if (problem.name !== "AbortError") this.lose();
        return false;
      } finally {
        this.element.ariaBusy = null;
        if (this.stop === stop) this.stop = null;
      }
      if (this.sending === sending) this.sending = new Set();
      else return false;
      if (this.signal.signal.aborted) return false;
      const { answer, content, draft, known } = found;
      if (typeof content === "string") return this.turn(answer, content, action);
      if (!content.rows) {
        this.sending = sending;
        this.unsend();
        this.refuse(content, answer);
        return false;
      }
      this.find();
      this.take(content, action, draft, known, sending);
      return true;
    }

    /** Sends a request to the service, and reads the response; throws if there is no response. */
    async ask(action, body, wait, signal) {
      const marks = Object.fromEntries(this.shownRows().map((row) => [row.dataset.row, row.dataset.mark]));
      const known = Object.keys(marks), seq = ++this.seq;
      for (const id of parts) marks[`#${id}`] = this.root.getElementById(id)?.dataset.mark;
      body.set("action", action);
      body.set("seq", seq);
      // After an attempt to save, the problems of the form stay in view.
      this.attempted ||= action === "save";
      if (this.attempted) body.set("attempted", 1);
      body.set("waitMs", wait);
      body.set("known", JSON.stringify(marks));
      // The undo steps are kept here; the service needs them only to undo a step itself, or to show another page.
      body.set("steps", /^(undo|redo|save)$/.test(action) ? this.way() : "");
      const answer = await this.fetch(this.address, body, signal);
      const content = /json/.test(answer.headers.get("content-type")) ? await answer.json() : await answer.text();
      return { answer, content, draft: body.get("draft"), known };
    }

    /** Marks the fields being sent as unsent. */
    unsend() {
      for (const field of this.sending) {
        this.dirty.add(field);
        this.sent.delete(field);
      }
      this.sending = new Set();
      this.buttons();
    }

    /** Shows why the service refused a request. */
    refuse(content, answer) {
      if (answer.status === 401 && !this.host) {
        this.banner(this.words.ended, true,
          make("button", { type: "button", onclick: () => this.signIn() }, this.words.signIn));
      } else if (answer.status === 429 || answer.status > 501) this.lose(problemOf(content, answer));
      else this.banner(problemOf(content, answer), true);
    }

    /** Submits the form as a browser without this script does; the sign-in page keeps its content. */
    signIn() {
      this.element.elements.steps.value = this.way();
      this.leaving = true;
      this.element.submit();
    }

    /** Applies a response, and records the undo step; the response has only what differs from the draft and the rows that were sent. */
    take(answer, action, sent, known, sending = new Set()) {
      const before = this.now, rows = new Map(before.rows);
      for (const { id, html } of answer.rows) rows.set(id, html);
      const order = answer.order ? known.toSpliced(...answer.order) : before.order;
      for (const id of rows.keys()) if (!order.includes(id)) rows.delete(id);
      const next = { ...before, rows, order, saves: answer.saves ?? before.saves, modified: !!answer.modified, pending: !!answer.pending, parts: { ...before.parts, ...answer.parts },
        draft: splice(sent, ...answer.draft ?? [0, 0, ""]), etag: answer.etag ?? before.etag };
      // The form now includes the changes that others saved.
      if (next.etag !== before.etag) this.root.getElementById("others")?.remove();
      if (answer.intent) {
        const [mark, ...change] = answer.intent, made = parse(next.parts[parts[2]]), code = made.querySelector("code");
        code.textContent = splice(code.textContent, ...change);
        made.dataset.mark = mark;
        next.parts[parts[2]] = made.outerHTML;
      }
      const isChange = next.draft !== before.draft;
      if (/^(un|re)do$/.test(action)) {
        // The service has undone a step, and returns the remaining ones.
        if (answer.steps) Object.assign(this, { trail: JSON.parse(answer.steps), past: [], future: [] });
      } else if (isChange) this.leave(before);
      if (answer.review) next.review = answer.review;
      else if (isChange) delete next.review;
      const lists = this.carry(next, sending);
      this.show(next, action, new Set([...sending].map(rowOf)));
      lists?.();
      // The result of an update or a move is shown in its row.
      const [verb, row] = action.split(":");
      if (verb !== "update") this.retried = verb === "retry" && row;
      const failed = this.retried === "~" ? !answer.pending && this.root.querySelector("#preview-timeline > .hint")
        : this.retried && this.root.getElementById(`problem-${this.retried}`);
      if (answer.said) this.say(answer.said, /^(up|down|move)/.test(action) ? "aside" : "told");
      else if (failed) {
        this.say(failed.textContent, "aside");
        this.retried = null;
      } else if (this.retried) this.hush();
      if (answer.pending) this.poll();
      else this.patience = 0;
      if (isChange) this.tell("change");
      if (action === "save" || action === "review") {
        const place = this.root.querySelector("#issues:not([hidden])") ?? this.root.getElementById("review");
        place?.focus();
        place?.scrollIntoView();
      }
    }

    /** If the row of an array in which a person types has moved, moves the focus and the text to it; returns how to open its list. */
    carry(next, sending) {
      const field = this.root.activeElement, row = field && rowOf(field), [array, place] = placeIn(row) ?? [];
      if (!array || !isText(field)) return;
      const part = field.name.slice(0, field.name.length - row.length);
      const shown = (rows, row) => parse(rows.get(row) ?? "<p></p>").querySelector(`[name="${CSS.escape(part + row)}"]`)?.defaultValue;
      const find = (fits) => next.order.find((row) => placeIn(row)?.[0] === array && fits(row));
      let target;
      if (sending.has(field)) {
        const text = this.sent.get(field), holds = (row) => shown(next.rows, row) === text;
        if (holds(row)) return;
        target = find((row) => holds(row) && next.rows.get(row) !== this.now.rows.get(row));
      } else {
        // The emptied elements before the row no longer exist.
        const gone = new Set([...sending].filter((other) => closesUp([other])).map(rowOf).filter((other) => {
          const [of, at] = placeIn(other);
          return of === array && +at < +place;
        })).size;
        const moved = `${array}/${place - gone}`;
        if (gone && shown(next.rows, moved) === shown(this.now.rows, row)) target = moved;
        // A default that has arrived occupies the positions before the empty element.
        if (!shown(this.now.rows, row) && shown(next.rows, row)) target = find((row) => !shown(next.rows, row));
      }
      if (!target) return;
      if (!this.element.elements[part + target]) field.closest(".row").after(parse(next.rows.get(target)));
      const other = this.element.elements[part + target];
      if (!other) return;
      const { value, selectionStart, selectionEnd } = field, isTyped = this.dirty.delete(field);
      const lists = this.combo?.isOpen && this.combo.input === field ? () => this.combo.open(other.closest(".options"), this.combo.search) : null;
      this.sent.set(field, value);
      this.combo?.close();
      other.focus();
      other.value = value;
      // A number or a date has no cursor position.
      if (selectionStart !== null) other.setSelectionRange(selectionStart, selectionEnd);
      if (this.emptied === field) this.emptied = other;
      if (isTyped) this.edited(other);
      return lists;
    }

    /** Records a state as the one before the current state. */
    leave(state) {
      this.past.push(state);
      if (this.past.length > steps) {
        this.past.shift();
        this.trail.earlier = [];
      }
      this.future = [];
      this.trail.undone = [];
    }

    /** All undo and redo steps: those that came with the page, and later ones. */
    way() {
      const { trail, past, future } = this, draft = (state) => JSON.parse(state.draft);
      const chain = (states) => states.map((state, at) => difference(draft(states[at + 1] ?? this.now), draft(state)));
      return JSON.stringify({ earlier: [...trail.earlier, ...chain(past)],
        undone: [...trail.undone, ...chain(future.filter((state) => !state.unsent))] });
    }

    /** Shows a state of the form, including rows that were sent and are unchanged; the focused element keeps its focus and selection. */
    show(next, action = "", sent = new Set()) {
      const before = this.now, { root } = this, force = action === "travel", list = root.getElementById("rows");
      const active = root.activeElement, activeRow = active?.closest?.(".row")?.dataset.row;
      const holds = (field) => !force && (this.dirty.has(field)
        || field === root.activeElement && isText(field) && !field.closest(".options"));
      this.now = next;
      const shown = new Map(this.shownRows().map((row) => [row.dataset.row, row]));
      for (const [id, row] of shown) if (!next.rows.has(id)) row.remove();
      const late = [];
      let place = list?.firstElementChild ?? null;
      this.isShowing = true;
      for (const id of next.order) {
        const html = next.rows.get(id);
        if (html === undefined) continue;
        let row = shown.get(id);
        if (!row) row = parse(html);
        else if (before.rows.get(id) !== html || force || sent.has(id)) {
          const waited = row.ariaBusy;
          morph(row, parse(html), holds);
          const value = row.querySelector("input:not([type=hidden])")?.value;
          if (waited && !row.ariaBusy && value) late.push(`${this.label(row)}: ${value}`);
        }
        if (row === place) place = row.nextElementSibling;
        else list.insertBefore(row, place);
      }
      for (const id of parts) if (next.parts[id] !== before.parts[id]) this.put(id, next.parts[id], list, holds);
      this.isShowing = false;
      for (const name of travelling) if (this.element.elements[name]) this.element.elements[name].value = next[name];
      // A review applies to one draft only.
      if (next.review !== before.review) {
        root.getElementById("review")?.remove();
        if (next.review) root.getElementById("issues").after(parse(next.review));
        // Going back in the browser leaves a review, which redo may show again.
        if (!this.host && !next.review !== !history.state?.review) {
          if (next.review) history.pushState({ review: true }, "");
          else history.back();
        }
      }
      const save = this.button("save");
      if (save && next.saves) save.textContent = next.saves;
      this.element.dataset.modified = next.modified;
      this.prepare();
      this.buttons();
      if (this.isModified) this.keepSoon();
      else this.forget();
      this.refocus(action, active, activeRow, before.order);
      this.tick();
      this.say(late.join(", "), "aside");
    }

    /** Shows or leaves the review, following the browser's history. */
    reviews(isShown) {
      if (isShown === !!this.now.review) return;
      if (isShown) this.act("review");
      else {
        this.show({ ...this.now, review: undefined });
        this.button("review")?.focus();
      }
    }

    put(id, html, list, holds) {
      const place = this.root.getElementById(id), made = html && parse(html);
      if (place && made && made.id === id) morph(place, made, holds);
      else if (place) place.innerHTML = html;
      else if (made) list.after(made);
    }

    /** Sets the focus after the rows have changed: to the element that was moved, or to the next one. */
    refocus(action, active, activeRow, before) {
      const [verb, row, to] = action.split(":"), { order } = this.now;
      const goTo = (id) => this.goTo(this.root.getElementById(`row-${id}`));
      if ((verb === "up" || verb === "down") && row) {
        const other = order[order.indexOf(row) + (verb === "up" ? -1 : 1)];
        const button = this.button(`${verb}:${other}`);
        // If the focus was moved away from its field, it returns to the field.
        if (other && isText(active)) return goTo(other);
        return button && !button.disabled ? button.focus() : other && goTo(other);
      }
      const month = row && this.root.getElementById(`month-${row}`);
      if (month && verb === "month") {
        const day = (this.day || !to) && (this.button(this.day ?? "") ?? this.firstDay(month));
        return day ? this.enterMonth(month, day) : month.querySelector(".tools").children[this.tool]?.focus();
      }
      if (verb === "day" || verb === "close") return this.button(`month:${row}`)?.focus();
      if (verb === "move") return goTo(`${placeIn(row)[0]}/${to}`);
      if (!active || active === document.body || active.isConnected && !active.disabled && active.checkVisibility()) return;
      if (!activeRow) return ["redo", "undo", "save"].map((name) => this.button(name)).find((button) => button && !button.disabled)?.focus();
      goTo(order.includes(activeRow) ? activeRow : order[Math.min(before.indexOf(activeRow), order.length - 1)]);
    }

    /** Undoes or redoes a step immediately; unsent changes are the last step. */
    async travel(action) {
      if (this.element.ariaBusy && !this.stop) await this.chain;
      clearTimeout(this.timer);
      this.rest();
      if (this.stop) {
        this.unsend();
        this.stop.abort();
      }
      const unsent = this.unsent(), isUndo = action === "undo";
      if (unsent) {
        // There is nothing to redo after a change.
        if (!isUndo) return this.act("update");
        this.future = [{ ...this.now, unsent }];
        this.trail.undone = [];
        this.travelTo(this.now, action);
        return;
      }
      const [from, to] = isUndo ? [this.past, this.future] : [this.future, this.past];
      if (!from.length) return this.button(action)?.disabled ? this.resume() : this.act(action);
      const next = from.pop();
      if (next.unsent) {
        this.refill(next.unsent);
        this.act("update");
        return;
      }
      to.push(this.now);
      this.travelTo(next, action);
    }

    travelTo(state, action) {
      this.dirty.clear();
      this.emptied = null;
      this.combo?.close();
      this.show(state, "travel");
      this.say(this.button(action)?.textContent.trim(), "aside");
      this.tell("change");
      this.resume();
    }

    buttons() {
      const { trail, past, future } = this;
      for (const [action, steps, keys] of [["undo", past.length + trail.earlier.length + this.hasUnsent, "Control+Z"],
        ["redo", future.length + trail.undone.length, "Control+Y"]]) {
        const button = this.button(action);
        if (!button) continue;
        button.disabled = !steps;
        button.setAttribute("aria-keyshortcuts", keys);
      }
      this.button("save")?.setAttribute("aria-keyshortcuts", "Control+S");
      const discard = this.button("discard");
      if (discard) discard.hidden = !this.isModified;
    }

    /** Requests late responses, independently of other requests. */
    poll() {
      this.patience = Math.min((this.patience || 60) * 2, 2000);
      this.polling = setTimeout(() => this.look(), this.patience);
    }

    async look() {
      if (this.element.ariaBusy) return this.poll();
      const { signal } = this.late = new AbortController();
      try {
        const { answer, content, draft, known } = await this.ask("update", this.fields(new Set()), 1500, signal);
        if (signal.aborted || this.signal.signal.aborted) return;
        if (content.rows) this.take(content, "update", draft, known);
        else if (typeof content === "string") this.turn(answer, content, "update");
        else this.refuse(content, answer);
      } catch (problem) {
        if (problem.name !== "AbortError") this.lose();
      }
    }

    /** Draws the widget again when its next entry is due. */
    tick() {
      clearTimeout(this.ticking);
      const now = Date.now(), times = [...this.root.querySelectorAll("#preview-timeline time")];
      const next = times.map((time) => Date.parse(time.dateTime)).find((time) => time > now);
      if (next) this.ticking = setTimeout(() => document.hidden || this.look(), Math.min(Math.max(next - now, 1000), 3.6e6));
    }

    /** Checks for changes when the page is visible again. */
    wake() {
      if (document.hidden || this.missed) return;
      this.watch();
      if (this.root.querySelector("#preview-timeline time")) this.look();
    }

    /** Handles a change to the widget with a name, or to any widget if there is no name. */
    hears(name) {
      if (name === undefined || name === this.element.dataset.name) this.chain.then(() => this.watch());
    }

    /** Checks whether somebody else has saved the widget, and checks again from time to time, because the page may get no events. */
    async watch() {
      clearTimeout(this.watching);
      if (!this.element.dataset.name || this.signal.signal.aborted) return;
      this.watching = setTimeout(() => this.watch(), betweenLooks);
      const { etag } = this.now, headers = this.headers, { signal } = this.signal;
      if (document.hidden || this.missed || this.element.ariaBusy) return;
      try {
        const place = new URL(this.address);
        place.pathname = place.pathname.replace(/\/$/, "") + "/tag";
        const found = await fetch(place, { headers, signal }).then((answer) => answer.ok && answer.json());
        if (!found || [etag, this.heard].includes(found.etag) || etag !== this.now.etag) return;
        if (this.isModified || found.text) {
          this.heard = found.etag;
          this.banner(found.text ?? this.words.conflict, false).id = "others";
          return;
        }
        const answer = await fetch(this.address, { headers, signal }), text = await answer.text();
        // Text that was typed in the meantime is kept, and is compared when it is saved.
        if (answer.ok && !this.isModified && !this.element.ariaBusy) this.turn(answer, text, "renew");
      } catch { /* The next request finds out whether the service is down. */ }
    }

    /** Polls for late responses, or for a service that was down, at growing intervals. */
    resume() {
      if (this.missed) this.polling = setTimeout(() => this.act("update"), this.wait);
      else if (this.now.pending) this.poll();
    }

    /** Stops polling; the next request also gets the late responses, or {@link resume} continues. */
    rest() {
      clearTimeout(this.polling);
      this.late?.abort();
    }

    /** Replaces this page with the page in a response. */
    turn(answer, text, action) {
      const { root, host } = this, page = new DOMParser().parseFromString(text, "text/html"), main = page.querySelector("main");
      if (!main) {
        this.banner(String(answer.status), true);
        return false;
      }
      const isSaved = answer.redirected && answer.ok, stays = isSaved || action === "renew", { id, value } = root.activeElement ?? {};
      if (isSaved) this.forget();
      this.end();
      host?.settle(answer.url);
      adopt(main, page);
      // The focus is set below.
      for (const part of main.querySelectorAll("[autofocus]")) part.autofocus = false;
      root.querySelector("main").replaceWith(main);
      if (!host) {
        document.title = page.title;
        // The page after a save replaces the review, which has ended.
        if (isSaved) history[history.state?.review || location.pathname === new URL(answer.url).pathname ? "replaceState" : "pushState"](null, "", unsaid(answer.url));
        shown = location.pathname;
      }
      const form = boot(root, host, answer.url, true);
      if (action === "save" && isSaved) {
        (form ?? this).tell("save");
        const said = root.getElementById("said");
        if (said) announce(said, said.textContent, "done");
      }
      if (action === "renew") {
        form?.say(this.words.renewed, "heard");
        if (!id && !value) return true;
      }
      const place = (form && stays ? [id && root.getElementById(id), form.button(value), form.button("save")].filter((part) => !part?.disabled)
        : [headOf(main)]).find(Boolean);
      if (place?.matches("div, h1")) place.setAttribute("tabindex", "-1");
      place?.focus({ preventScroll: stays });
      return true;
    }

    // Protection against loss.

    keepSoon() {
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.keep(), 400);
    }

    /** Keeps the input in this browser, under the widget's name and the version of its definition. */
    keep() {
      clearTimeout(this.keeping);
      if (!this.isModified || this.leaving) return;
      const fields = [...this.fields(this.changedRows())].filter(([name]) => !/^(csrf|seq|known|action|steps)$/.test(name));
      try { localStorage.setItem(this.key, JSON.stringify(fields)); } catch { /* If the storage is full or disabled, nothing is kept. */ }
    }

    forget() {
      clearTimeout(this.keeping);
      try { localStorage.removeItem(this.key); } catch { /* Input that cannot be removed is offered again. */ }
    }

    offerDraft() {
      let fields;
      try { fields = JSON.parse(localStorage.getItem(this.key)); } catch { return; }
      if (!fields) return;
      const here = new URLSearchParams(this.fields()), there = new URLSearchParams(fields);
      if ([...there].every(([name, value]) => !/^(draft|[vpdun]\.)/.test(name) || here.get(name) === value)) return;
      load().then(() => loaded.offer(this, there), () => {});
    }

    /** A notice above the form, announced politely. */
    banner(text, isBad, ...buttons) {
      this.root.getElementById("connection")?.remove();
      const notice = make("div", { id: isBad ? "connection" : "kept", className: isBad ? "banner bad" : "banner",
        role: isBad ? "alert" : "status", "data-js": "" }, make("span", {}, text), ...buttons);
      this.element.prepend(notice);
      return notice;
    }

    /** Handles a service that cannot be reached or does not work: reports this, keeps the input, and tries again at growing intervals. */
    lose(text = this.words.lost) {
      this.keep();
      if (this.missed !== text) this.banner(text, true);
      this.missed = text;
      clearTimeout(this.polling);
      this.wait = Math.min(this.wait * 2, 30000);
      this.resume();
    }

    find() {
      if (!this.missed) return;
      this.missed = null;
      this.wait = firstWait;
      this.root.getElementById("connection")?.remove();
      this.say(this.words.found);
    }

    say(text, style = "") {
      const place = this.root.getElementById("said");
      if (!place || !text) return;
      place.className = style;
      place.textContent = place.textContent === text ? `${text}\u00a0` : text;
    }

    /** Removes an announcement, which a screen reader would otherwise find in the page. */
    hush() {
      const place = this.root.getElementById("said");
      if (place?.className === "aside") place.textContent = "";
    }

    /** Notifies the embedding page: the custom element's listeners, or the parent of the frame. */
    tell(type) {
      const intent = this.root.querySelector("#preview-intent pre")?.textContent ?? "";
      const detail = { intent, modified: this.isModified, kind: this.element.dataset.kind,
        name: this.element.dataset.name ?? this.element.elements.name?.value };
      this.host?.told(type, detail);
      if (parent === window || !("origins" in this.element.dataset)) return;
      const allowed = (this.element.dataset.origins ?? "").split(" ").filter(Boolean);
      const height = Math.ceil(document.body.scrollHeight);
      for (const origin of allowed) parent.postMessage({ type: `widgetconfig:${type}`, height, ...detail }, origin);
    }
  }

  /** The address of a page without its message, for loading it again. */
  const unsaid = (address) => {
    const url = new URL(address);
    url.searchParams.delete(saidItem);
    return url.href;
  };
  /** Copies the language and the direction of a page to its content. */
  const adopt = (main, { documentElement: { lang, dir } }) => Object.assign(main, { lang, dir });
  /** Announces a text that came with a page, because only a change of a live region is announced. */
  function announce(place, text, style) {
    place.textContent = "";
    place.className = style;
    requestAnimationFrame(() => { place.textContent = text; });
  }

  /** Makes the form of a page live, if there is one. */
  function boot(root, host, address, isTurned) {
    const element = root.querySelector("form#form");
    if (!element) return null;
    if (address) element.setAttribute("action", new URL(element.getAttribute("action") ?? address, address).href);
    const form = new Form(root, element, host, isTurned);
    if (host) host.form_ = form;
    else live = form;
    // A page that is loaded again does not show the review.
    if (!host && !isTurned && history.state?.review && !form.now.review) history.replaceState(null, "");
    if (!host && !changes && element.dataset.name) {
      changes = new BroadcastChannel("widgetconfig");
      changes.onmessage = ({ data }) => live?.hears(data);
      listen();
    }
    return form;
  }
  let live = null, shown = location.pathname;
  addEventListener("popstate", ({ state }) => {
    // A form that replaced another one after a save is not in the browser's history.
    if (location.pathname !== shown) location.reload();
    else live?.reviews(!!state?.review);
  });
  // One tab receives changes for all tabs, because a browser allows only a few connections to a service.
  let changes = null;
  const listen = () => navigator.locks?.request("widgetconfig", () => new Promise((done) => {
    const events = new EventSource("/events");
    events.onerror = () => events.readyState === EventSource.CLOSED && done();
    for (const type of ["placed", "removed", "reset"]) {
      events.addEventListener(type, ({ data }) => {
        const { name } = JSON.parse(data);
        changes.postMessage(name);
        live?.hears(name);
      });
    }
  }));

  // <element>
  /** The form of a widget in a page of another site; it never leaves, replaces or scrolls that page. */
  class WidgetForm extends HTMLElement {
    static formAssociated = true;
    static observedAttributes = ["server", "kind", "name", "locale"];
    #internals = this.attachInternals();
    #root = this.attachShadow({ mode: "open" });
    #intent = "";
    #address = "";
    token = "";

    constructor() {
      super();
      this.#root.addEventListener("submit", (event) => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        this.#send(event.target, event.submitter);
      });
      this.#root.addEventListener("click", (event) => {
        const link = event.target.closest("a[href]"), href = link?.getAttribute("href");
        if (!link || event.defaultPrevented) return;
        event.preventDefault();
        if (href[0] !== "#") open(new URL(href, this.#address), "_blank", "noopener");
      });
    }

    connectedCallback() { this.#soon(); }

    attributeChangedCallback() { this.#soon(); }

    disconnectedCallback() { this.form_?.end(); }

    /** The intent as JSON text. */
    get value() { return this.#intent; }

    get form() { return this.#internals.form; }

    /** Saves as the button does. */
    save() { return this.form_?.act("save"); }

    /** Sets the address of the shown page. */
    settle(address) { this.#address = address; }

    #soon() {
      if (!this.isConnected || this.waits) return;
      this.waits = true;
      queueMicrotask(() => {
        this.waits = false;
        this.load();
      });
    }

    /** Sends a form that is not live, such as the form of a conflict, and shows the response here. */
    async #send(form, button) {
      const address = new URL(form.getAttribute("action") ?? "", this.#address);
      try {
        const answer = await fetch(address, { method: "POST", body: new URLSearchParams(new FormData(form, button)), headers: headersWith(this.token) });
        await this.#show(answer);
        const place = headOf(this.#root);
        place?.setAttribute("tabindex", "-1");
        place?.focus();
      } catch (problem) {
        this.#root.querySelector(".banner.bad")?.remove();
        form.prepend(make("p", { role: "alert", className: "banner bad", dir: "auto" }, problem.message));
      }
    }

    /** Shows the page in a response; if the response has no page, throws the problem. */
    async #show(answer) {
      if (/json/.test(answer.headers.get("content-type"))) throw new Error(problemOf(await answer.json(), answer));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html"), main = page.querySelector("main");
      if (!main) throw new Error(answer.status);
      if (answer.status > 400 && !main.querySelector("form")) throw new Error(main.textContent.trim());
      const sheets = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) =>
        make("link", { rel: "stylesheet", href: new URL(link.getAttribute("href"), answer.url).href }));
      this.form_?.end();
      this.form_ = null;
      this.#address = answer.url;
      adopt(main, page);
      const [sheet] = this.#root.querySelectorAll("link");
      if (sheet?.href === sheets[0]?.href) this.#root.querySelector("main, p").replaceWith(main);
      else this.#root.replaceChildren(...sheets, main);
      boot(this.#root, this, answer.url);
    }

    async load() {
      const part = (name) => encodeURIComponent(this.getAttribute(name) ?? "");
      const here = zone(), server = (this.getAttribute("server") || location.origin).replace(/\/$/, "");
      const query = new URLSearchParams({ ...(this.hasAttribute("locale") && { locale: this.getAttribute("locale") }), ...(here && { [zoneItem]: here }) });
      const address = (path) => `${server}/embed/${part("kind")}${path}?${query}`;
      const get = (place) => fetch(place, { headers: headersWith(this.token) }).catch(async () => {
        // The browser does not give the reason; a request without CORS shows whether the service is running at all.
        const runs = await fetch(server, { mode: "no-cors" }).then(() => true, () => false);
        throw new Error(runs ? `Perhaps the service ${server} does not let pages of ${location.origin} show its forms. `
          + "If this continues, add that origin to the setting “allowedOrigins” of the service." : `The service ${server} cannot be reached.`);
      });
      try {
        const name = part("name");
        await this.#show(await get(address(name && `/${name}`)));
      } catch (problem) {
        const { message } = problem;
        this.form_?.end();
        this.#root.replaceChildren(make("p", { role: "alert", dir: "auto" }, message));
        const [kind, name] = ["kind", "name"].map((part) => this.getAttribute(part));
        this.dispatchEvent(new CustomEvent("error", { detail: { message, kind, name } }));
      }
    }

    told(type, detail) {
      this.#intent = detail.intent;
      this.#internals.setFormValue(detail.intent);
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== "ready", composed: true }));
    }
  }

  customElements.define("widget-form", WidgetForm);
  // </element>

  // Times are in the person's time zone. A page that was made for a different zone is requested again, but only once.
  const zoneSent = () => document.cookie.split("; ").find((part) => part.startsWith(zoneCookie))?.slice(zoneCookie.length);
  const { zone: shownZone } = document.documentElement.dataset;
  const checkZone = () => {
    const here = zone();
    if (!here || zoneSent() === here) return;
    document.cookie = `${zoneCookie}${here}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
    if (shownZone === here || location.search.includes(`${zoneItem}=`)) return;
    if (zoneSent() === here) return location.reload();
    // A frame in a page of another site cannot keep a cookie.
    const url = new URL(location);
    url.searchParams.set(zoneItem, here);
    location.replace(url);
  };
  // A browser takes some time to find its time zone, so the page is drawn first.
  if (shownZone) document.hidden ? checkZone() : requestAnimationFrame(() => setTimeout(checkZone));
  if (location.search.includes(`${saidItem}=`)) history.replaceState(history.state, "", unsaid(location));
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => boot(document));
  else boot(document);
  addEventListener("message", (event) => {
    const allowed = (live?.element.dataset.origins ?? "").split(" ");
    if (event.source === parent && allowed.includes(event.origin) && event.data?.type === "widgetconfig:save") live.act("save");
  });
})();
