import type { Check } from '../check.ts';
import type { Lookup } from '../records/ledger.ts';
import { rulesOf, type Limits } from '../limits/limits.ts';
import type { Link } from '../records/links.ts';
import { isUnderWay } from '../under-way.ts';

/** The carrier counts whole milliseconds. */
const ROUNDING_MS = 1;
const STATED = ['stored', 'missing'];

export const lookupQuota: Check = {
  id: 'I7',
  rule: 'recording lookups keep the quota',
  find({ ledger: { lookups } }) {
    const violations = lookups.flatMap((lookup, index) => lookupFaults(lookup, lookups[index - 1]));
    return { cases: lookups.length, violations };
  },
};

export const keyStaysHome: Check = {
  id: 'I9',
  rule: 'the storage never sees an Authorization header or the key',
  find({ ledger: { storage } }) {
    const violations = storage
      .filter(({ authorization, keySeen }) => authorization || keySeen)
      .map(({ line, path, keySeen }) => {
        const what = keySeen ? 'the key' : 'an Authorization header';
        return `${path} (line ${line}): came with ${what}`;
      });
    return { cases: storage.length, violations };
  },
};

export const recordingsKept: Check = {
  id: 'I13',
  rule: 'recordings are stored completely, or shown as missing',
  find(evidence) {
    const { links, store, ledger, limits } = evidence;
    const bound = links.filter(
      (link) => link.kind === 'bound' && !isUnderWay(link.store!, evidence),
    );
    const invented = [...store.calls.values()]
      .filter((call) => call.recording === 'stored')
      .filter(({ carrier_call_id: id }) => !ledger.calls.get(id ?? '')?.recording)
      .map(({ ref }) => `${ref}: stored, but the carrier made no recording`);
    const made = bound.filter(({ carrier }) => carrier.recording !== null);
    return {
      cases: made.length,
      violations: [...made.flatMap((link) => recordingFaults(link, limits)), ...invented],
    };
  },
};

export const recordingsOnDisk: Check = {
  id: 'I13b',
  rule: 'a file with a call’s name is its complete recording',
  find({ store, ledger, recordings }) {
    if (!recordings) return { cases: 0, violations: [] };
    const calls = [...store.calls.values()];
    const absent = calls
      .filter(({ ref, recording }) => recording === 'stored' && !recordings.has(ref))
      .map(({ ref }) => `${ref}: the store shows stored, there is no file`);
    const wrong = [...recordings].flatMap(([ref, { sha256, bytes }]) => {
      const made = ledger.calls.get(store.calls.get(ref)?.carrier_call_id ?? '')?.recording;
      if (made?.sha256 === sha256) return [];
      return [`${ref}: a file of ${bytes} bytes, the carrier made ${made?.bytes ?? 'none'}`];
    });
    return { cases: recordings.size, violations: [...absent, ...wrong] };
  },
};

function lookupFaults(lookup: Lookup, before: Lookup | undefined): string[] {
  const { line, call, overQuota, leastGapMs } = lookup;
  const faults: string[] = [];
  if (overQuota !== null)
    faults.push(`lookup of ${call} (line ${line}): over the quota by ${overQuota}`);
  if (!before) return faults;
  const gapMs = gapBetween(before, lookup);
  if (gapMs < leastGapMs - ROUNDING_MS)
    faults.push(
      `lookup of ${call} (line ${line}): ${gapMs.toFixed(1)} ms after line ${before.line}, least ${leastGapMs}`,
    );
  return faults;
}

// After a reboot the monotonic clock starts again, and only the wall clock can be compared.
function gapBetween(before: Lookup, after: Lookup): number {
  const gapMs = after.monoMs - before.monoMs;
  return gapMs >= 0 ? gapMs : after.atMs - before.atMs;
}

function recordingFaults({ carrier, store }: Link, limits: Limits): string[] {
  const { ref, recording, recording_sha256, recording_bytes } = store!;
  const made = carrier.recording!;
  const name = `${ref} (call ${carrier.id})`;
  // If no report showed a bridge, the product need not look for a recording.
  if (
    recording === 'none' &&
    !carrier.reported.has('bridged') &&
    !carrier.reported.has('completed')
  )
    return [];
  if (recording === 'none' && rulesOf(limits, store!)?.collect_recordings === false) return [];
  if (!STATED.includes(recording))
    return [`${name}: a recording exists, the store shows ${recording}`];
  if (recording === 'missing') return [];
  const faults: string[] = [];
  if (recording_sha256 !== made.sha256)
    faults.push(`${name}: sha256 ${recording_sha256}, the carrier made ${made.sha256}`);
  if (recording_bytes !== made.bytes)
    faults.push(`${name}: ${recording_bytes} bytes, the carrier made ${made.bytes}`);
  return faults;
}
