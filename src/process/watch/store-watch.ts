/**
 * Notices that the store is older than what has happened: at the start of a worker, and every few seconds, because a
 * fail-over may put an old database in the place of the present one while the processes live.
 */
import { turnsEvery } from '../../background/turns.ts';
import {
  isBehind,
  markSign,
  workflowSign,
  type HighWater,
  type RestoreSign,
} from '../../domain/restore/restore.ts';
import { newestForgottenCall } from '../../activities/restore/forgotten-runs.ts';
import type { ActivityDeps } from '../../activities/deps.ts';
import type { HighWaterMark } from './high-water-mark.ts';

/** The mark of this process, in the epoch of its database. */
export class PlacementMark {
  readonly #mark: HighWaterMark;
  #epoch = 1;

  constructor(mark: HighWaterMark) {
    this.#mark = mark;
  }

  note(placement: number): void {
    this.#mark.raise({ epoch: this.#epoch, placement });
  }

  raise(own: HighWater): void {
    this.#epoch = own.epoch;
    this.#mark.raise(own);
  }

  read = (): Promise<HighWater | undefined> => this.#mark.read();
  close = (): Promise<void> => this.#mark.close();
}

interface Watched extends Pick<ActivityDeps, 'client' | 'store' | 'nowMs'> {
  mark: PlacementMark;
  everyMs: number;
  log: { warn(facts: object, message: string): void };
}

/** Looks once before it returns, so that nothing is placed before. */
export async function watchStore(watched: Watched): Promise<{ stop(): Promise<void> }> {
  const { everyMs, log, mark } = watched;
  const look = (compare: typeof compareMarks) =>
    compare(watched).catch((error: unknown) =>
      log.warn({ err: error }, 'whether the database is an old copy could not be seen'),
    );
  await look(compareMarks);
  await look(compareRuns);
  const turns = turnsEvery(everyMs, () => look(compareMarks));
  return {
    async stop() {
      await turns.stop();
      await mark.close();
    },
  };
}

/** The mark is read first, because the store can only be ahead of what was noted before. */
async function compareMarks(watched: Watched): Promise<void> {
  const { mark, store } = watched;
  const known = await mark.read();
  const own = await store.highWater();
  if (known === undefined || !isBehind(own, known)) mark.raise(own);
  else await stopFor(markSign(own, known), watched);
}

async function compareRuns(watched: Watched): Promise<void> {
  const ref = await newestForgottenCall(watched);
  if (ref !== undefined) await stopFor(workflowSign(ref), watched);
}

async function stopFor(sign: RestoreSign, { store, nowMs, log }: Watched): Promise<void> {
  if (await store.noteRestore(sign, nowMs())) log.warn({ sign }, STOPPED);
}

const STOPPED =
  'the database is older than what has happened: the account is stopped until somebody releases it (`dialwright restore`)';
