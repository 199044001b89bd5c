// A question of an order’s form: its text, its control, and the answer.

import { marked, question } from "./cards.js";
import { control, isSettled, range } from "./fields.js";
import { make } from "./words.js";

/** A control with its question. */
const labelled = (field, element) => {
  if (element.tagName === "FIELDSET") return element;
  if (element.role === "radiogroup") {
    element.ariaLabel = field.question;
    return make("div", [make("span", field.question, { ariaHidden: "true" }), element], { className: "labelled" });
  }
  const words = make("span", `${field.question}${range(field)}`);
  return element.type === "checkbox"
    ? make("label", [element, words], { className: "flag" }) : make("label", [words, element]);
};

/** A question of a form. Its control is drawn again when its choices change. `asked` is called when
 * the player answers; `filled` is a value that is known. */
export class Question {
  #field;
  #limits;
  #looks = "";
  #start;
  #read = () => undefined;
  #said = false;
  #forgotten = false;
  holder = make("div", "", { className: "asked" });

  constructor(field, order, asked, filled) {
    this.#field = field;
    this.isFilled = filled !== undefined;
    if (this.isFilled) {
      this.#field = { ...field, value: filled };
      this.#said = true;
    }
    this.#limits = [field.min, field.max];
    this.holder.dataset.type = field.type;
    this.word = question(order, field.name);
    this.holder.addEventListener("input", () => {
      this.#said = true;
      asked(field.name);
    });
    this.#draw(filled ?? field.value ?? field.default);
  }

  get name() { return this.#field.name; }
  get question() { return this.#field.question; }
  /** Whether a tap on a unit answers this question; if so, sets the answer. */
  aims(tag) {
    const radio = [...this.holder.querySelectorAll("input[type=radio]")].find((one) => one.value === JSON.stringify(tag));
    if (!radio || this.holder.hidden) return false;
    radio.checked = true;
    this.holder.dispatchEvent(new Event("input"));
    return true;
  }
  get #settled() { return isSettled(this.#field, this.#field.value); }
  /** Whether only the players can answer: about the table, or by choosing a target. */
  get #asks() {
    const { type, unseen, required, choices = [] } = this.#field;
    const isPicked = type === "unit" && required && choices.filter(({ refused }) => !refused).length > 1;
    return !this.#settled && (Boolean(unseen) || isPicked);
  }
  /** Whether it is not yet answered. */
  get isOpen() { return this.#asks && this.#read() === undefined; }
  /** The answer; if there is none, the default of the rules. */
  get value() {
    if (this.#forgotten) return undefined;
    return this.#read() ?? (this.isOpen ? this.#field.value ?? undefined : undefined);
  }

  /** Drops the answer, because the default has changed. */
  forget() { [this.#said, this.#forgotten] = [false, true]; }

  /** Updates the choices. */
  offers({ value, range: limits, choices, unseen }) {
    // The default of the rules, until a player answers.
    const supposed = this.#said ? this.#field.value : value;
    this.#field = { ...this.#field, choices, unseen, value: supposed };
    // The new entry of a record may have no limits.
    [this.#field.min, this.#field.max] = limits ?? this.#limits;
    this.#forgotten = false;
    this.#draw(this.#said ? this.#read() : this.#asks ? undefined : value ?? undefined);
  }

  #draw(start) {
    const { value, ...looks } = this.#field;
    // A control that has not changed is not drawn again: a finger may be on it.
    const same = this.#looks === JSON.stringify(looks) && (this.#said || this.#start === JSON.stringify(start));
    [this.#looks, this.#start] = [JSON.stringify(looks), JSON.stringify(start)];
    this.holder.hidden = this.#settled;
    if (same) return;
    const [element, read] = control(this.#field, start);
    this.#read = read;
    const hadFocus = this.holder.contains(document.activeElement);
    this.holder.replaceChildren(marked(labelled(this.#field, element), this.word));
    if (hadFocus) (element.querySelector?.("input:checked, input") ?? element).focus();
  }
}
