/** Reads a decision file line by line and judges each placement again. */
import { open } from 'node:fs/promises';
import { InputError } from '../records/lines.ts';
import type { Result } from '../run-checks.ts';
import { areas } from './rules/areas.ts';
import { Budgets } from './rules/budget/budgets.ts';
import { Caps } from './rules/caps.ts';
import type { DecisionLine, FileLine, HeadLine } from './decision-lines.ts';
import { Consents } from './rules/consents.ts';
import { FileChain } from './file-chain.ts';
import { Holds } from './rules/holds.ts';
import { OneCallPerAgent, OneCallPerNumber } from './rules/live-calls.ts';
import { windows, zones } from './rules/local-times.ts';
import { MostLiveCalls } from './rules/most-live-calls.ts';
import { Outcomes } from './rules/outcomes.ts';
import { Pace } from './rules/pace.ts';
import { Policies } from './policies.ts';
import { millis, millisOr, type Graces, type Judged, type Rule } from './rule.ts';
import { Seals } from './seals.ts';
import { States } from './rules/states.ts';
import { statedTerms } from './rules/stated-terms.ts';
import { Suppression } from './rules/suppression.ts';

export interface Verdict {
  results: Result[];
  head: HeadLine | undefined;
  placements: number;
  /** Not covered by a seal yet. */
  unsealed: number;
  /** Only of a file that begins at some time. */
  firstSeals: { campaign: string; seal: number; previous: string }[];
  lastSeals: { campaign: string; seal: number; hash: string }[];
}

export interface JudgeOptions extends Graces {
  /** Hashes of seals that were noted elsewhere; each must be in the file. */
  expected: readonly string[];
}

export async function judgeFile(path: string, options: JudgeOptions): Promise<Verdict> {
  const file = await open(path).catch((error: unknown) => {
    throw new InputError(`cannot read ${path}: ${String(error)}`);
  });
  return judgeLines(file.readLines(), options);
}

export async function judgeLines(
  lines: AsyncIterable<string> | Iterable<string>,
  options: JudgeOptions,
): Promise<Verdict> {
  const judge = new FileJudge(options);
  for await (const text of lines) judge.read(text);
  return judge.verdict(options);
}

/** More violations of one rule are counted and not kept. */
const MOST_KEPT = 10_000;

class FileJudge {
  readonly #chain = new FileChain();
  readonly #seals = new Seals();
  readonly #policies: Policies;
  readonly #rules: Rule[];
  readonly #results = new Map<string, Result>();
  #head: HeadLine | undefined;
  #lines = 0;
  #placements = 0;
  #ended = false;

  constructor(graces: Graces) {
    this.#policies = new Policies(graces);
    this.#rules = [
      zones,
      areas,
      windows,
      statedTerms,
      new Caps(graces),
      new Outcomes(graces),
      new Suppression(),
      new Consents(),
      new States(),
      new MostLiveCalls(graces),
      new Holds(graces),
      new Pace(),
      new Budgets(graces),
      new OneCallPerNumber(graces),
      new OneCallPerAgent(graces),
    ];
    for (const { id, rule } of [...OF_FILE, ...this.#rules])
      this.#results.set(id, { id, rule, cases: 0, violations: [] });
  }

  read(text: string): void {
    this.#lines += 1;
    const where = `line ${this.#lines}`;
    const value = parsed(text);
    if (this.#lines === 1 && value?.['type'] !== 'decisions')
      throw new InputError('the file is no export of decisions: its first line is not their head');
    const fault = this.#chain.fault(text, value?.['n']);
    this.#note('CHAIN', fault === undefined ? [] : [`${where}: ${fault}`]);
    this.#note('READ', value === null ? [`${where}: it is no JSON object`] : []);
    if (value === null) return;
    const line = value as unknown as FileLine;
    this.#attempt('READ', where, () => this.#take(line, where));
  }

  #take(line: FileLine, where: string): void {
    if (line.type === 'decisions') this.#begin(line);
    if (line.type === 'end') this.#end(line.decisions);
    this.#policies.take(line);
    for (const rule of this.#rules) rule.take?.(line);
    if (line.type === 'decision') this.#judge(line, where);
    if (line.type === 'unselected') this.#mustBeOutside(line.sealed, where);
    const faults = this.#seals.take(line);
    if (line.type === 'seal') this.#note('SEAL', faults);
  }

  #begin(head: HeadLine): void {
    if (head.format !== 1)
      throw new InputError(`the file has format ${head.format}; this checker reads format 1`);
    this.#head = head;
  }

  /** Else a placement could be left out of the judgement. */
  #mustBeOutside({ ref, intent_at: at }: DecisionLine['sealed'], where: string): void {
    const { from = null, to = null } = this.#head ?? {};
    const atMs = millis(at);
    const isOutside = atMs < millisOr(from, -Infinity) || atMs >= millisOr(to, Infinity);
    const fault = `${where}: call ${ref} was placed at ${at}, in the time of the file, and is left out`;
    this.#note('READ', isOutside ? [] : [fault]);
  }

  #judge(line: DecisionLine, at: string): void {
    this.#placements += 1;
    const { ref, placement, decision: record, intent_at } = line.sealed;
    const where = `call ${ref}, placement ${placement} (${at})`;
    if (record === null) {
      // A void placement was blocked before an intent, so nothing was sent.
      const isVoid = line.outcome.state === 'void';
      this.#note('READ', isVoid ? [] : [`${where}: it has no decision`]);
      return;
    }
    const named = (faults: string[]) => faults.map((fault) => `${where}: ${fault}`);
    this.#attempt('POLICY', where, () =>
      this.#note('POLICY', named(this.#policies.faults(line, record))),
    );
    const policy = this.#policies.version(line.campaign, record.policy.version);
    const inForce = this.#policies.version(line.campaign, record.policy.in_force);
    if (!policy || !inForce) return;
    const judged: Judged = {
      line,
      ref,
      record,
      policy,
      inForce,
      decidedMs: millis(record.decided_at),
      intentMs: millis(intent_at),
    };
    for (const rule of this.#rules)
      this.#attempt(rule.id, where, () => {
        const faults = rule.judge(judged);
        if (faults) this.#note(rule.id, named(faults));
      });
  }

  /** What cannot be read cannot be signed off. */
  #attempt(id: string, where: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof InputError) throw error;
      this.#note(id, [`${where}: it cannot be judged: ${String(error)}`]);
    }
  }

  #end(decisions: number): void {
    this.#ended = true;
    const fault = `the file has ${this.#placements} placements, and its end counts ${decisions}`;
    this.#note('CHAIN', decisions === this.#placements ? [] : [fault]);
  }

  #note(id: string, faults: readonly string[]): void {
    const result = this.#results.get(id)!;
    result.cases += 1;
    if (result.violations.length < MOST_KEPT) result.violations.push(...faults);
  }

  verdict({ expected }: JudgeOptions): Verdict {
    if (this.#lines === 0) throw new InputError('the file is empty');
    if (!this.#ended) this.#note('CHAIN', ['the end of the file was removed']);
    for (const hash of expected) {
      const known = this.#seals.hashes.has(hash);
      this.#note('SEAL', known ? [] : [`no seal of the file is ${hash}, which was expected`]);
    }
    return {
      results: [...this.#results.values()],
      head: this.#head,
      placements: this.#placements,
      unsealed: this.#seals.unsealed,
      firstSeals: this.#seals.firstSeals,
      lastSeals: this.#seals.lastSeals.map(({ campaign, seal, seal_hash: hash }) => ({
        campaign,
        seal,
        hash,
      })),
    };
  }
}

const OF_FILE = [
  { id: 'READ', rule: 'every line can be read' },
  { id: 'CHAIN', rule: 'no line was changed, removed, inserted or reordered after the export' },
  { id: 'SEAL', rule: 'no placement was changed, removed or added after it was sealed' },
  { id: 'POLICY', rule: 'the policy was in force when the call was claimed and decided' },
];

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
