import type { PlannedContact } from '../../domain/planning/planned-contact.ts';

const NO_DIALS: readonly number[] = [];
const NOTHING_SAID = {};

/** Keeps once what many contacts have alike. Without it, a message brings a copy of each value for each contact. */
export class SharedValues {
  readonly #known = new Map<string, unknown>();

  in(contact: PlannedContact): PlannedContact {
    return {
      ...contact,
      agentId: this.#once(contact.agentId),
      state: this.#once(contact.state),
      onCallWith: this.#once(contact.onCallWith),
      zones: this.#once(contact.zones),
      zoneSource: this.#once(contact.zoneSource),
      area: this.#once(contact.area),
      disposition: this.#once(contact.disposition),
      past: this.#once(contact.past),
      said: Object.keys(contact.said).length === 0 ? NOTHING_SAID : contact.said,
      dialsMs: contact.dialsMs.length === 0 ? NO_DIALS : contact.dialsMs,
    };
  }

  #once<Value>(value: Value): Value {
    if (value === null) return value;
    const key = JSON.stringify(value);
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, value);
    return (known ?? value) as Value;
  }
}
