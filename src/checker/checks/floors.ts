import type { Check } from '../check.ts';
import type { StoreCall, StoreContact, StoreExport } from '../records/store-export.ts';
import { isOpen } from '../under-way.ts';

const AT_REST = ['final', 'locked'];

export const allFinished: Check = {
  id: 'END',
  rule: 'every contact is final and every call has ended',
  find(evidence) {
    const { store, demands } = evidence;
    if (demands.finished === 'none') return { cases: 0, violations: [] };
    const contacts = store.contacts.filter(
      (contact) => !AT_REST.includes(contact.state) && !isHeld(contact, store),
    );
    const calls = [...store.calls.values()].filter(
      ({ state, disposition }) => state !== 'ended' || disposition === null,
    );
    const open = [...contacts, ...calls].map((one) => ({
      one,
      waits: isOpen(one.campaign, evidence),
    }));
    return {
      cases: store.contacts.length + store.calls.size,
      violations: open.filter(({ waits }) => !waits).map(({ one }) => describe(one)),
      underWay: open.filter(({ waits }) => waits).length,
    };
  },
};

function describe(one: StoreContact | StoreCall): string {
  if ('ref' in one) return `call ${one.ref} is ${one.state}, disposition ${one.disposition}`;
  return `contact ${one.campaign}.${one.contact} is ${one.state}`;
}

/** A call of another campaign that ended as unknown keeps its number, and its person, until somebody decides. */
function isHeld(held: StoreContact, { calls, contacts }: StoreExport): boolean {
  if (held.state !== 'due') return false;
  const isOfPerson = ({ campaign, contact }: StoreCall) =>
    held.person !== undefined &&
    contacts.some(
      (one) => one.person === held.person && one.campaign === campaign && one.contact === contact,
    );
  return [...calls.values()].some(
    (call) =>
      call.campaign !== held.campaign &&
      call.disposition === 'unknown' &&
      (call.number === held.number || isOfPerson(call)),
  );
}

export const enoughHappened: Check = {
  id: 'FLOOR',
  rule: 'enough calls were accepted, and few enough ended unknown',
  find({ ledger, store, demands }) {
    const accepted = ledger.calls.size;
    const unknown = [...store.calls.values()].filter((call) => call.disposition === 'unknown');
    const violations: string[] = [];
    if (accepted < demands.atLeastCalls)
      violations.push(`${accepted} accepted calls, at least ${demands.atLeastCalls} were wanted`);
    if (unknown.length > demands.maxUnknown) {
      const refs = unknown.map((call) => call.ref).join(', ');
      violations.push(`${unknown.length} calls unknown, at most ${demands.maxUnknown}: ${refs}`);
    }
    return { cases: accepted, violations };
  },
};

export const ledgerIsWhole: Check = {
  id: 'LEDGER',
  rule: 'the ledger is whole, torn lines before a restart aside',
  find({ ledger: { damaged, posts } }) {
    return { cases: posts.length, violations: damaged.map((line) => `line ${line} is no JSON`) };
  },
};
