/** Downloads recordings into the archive, if there is room. */
import { Context } from '@temporalio/activity';
import { DownloadError } from '../../carrier/http/errors.ts';
import { downloadRecording } from '../../carrier/recordings/recording-download.ts';
import type { CallRef } from '../../domain/ids.ts';
import { RECORDING_ERASED } from '../../domain/privacy/erasure.ts';
import { recordingFileOf } from '../../domain/recordings/recording-file.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { RecordingRefusal } from '../../store/calls/recording-store.ts';
import type { ActivityDeps } from '../deps.ts';

type FilesDeps = Pick<
  ActivityDeps,
  'store' | 'timing' | 'nowMs' | 'recordings' | 'recordingQuota' | 'recordingOrigins'
>;

/** Why no recording may be stored now, for people; undefined: there is room. */
export const whyNoRoomFor = async ({
  store,
  recordings,
  recordingQuota,
}: FilesDeps): Promise<string | undefined> =>
  recordings.whyNoRoom(recordingQuota, await store.recordingBytes());

/** A download ends with its own time-out; what follows, such as the completion of an upload, takes seconds. */
const AFTER_DOWNLOAD_MS = 60_000;

/** @throws DownloadError */
export async function storeRecording(deps: FilesDeps, ref: CallRef, url: string): Promise<void> {
  const noRoom = await whyNoRoomFor(deps);
  if (noRoom !== undefined) throw new DownloadError('disk', noRoom);
  const untilMs = deps.nowMs() + deps.timing.downloadMs + AFTER_DOWNLOAD_MS;
  mustBeAllowed(await deps.store.beginRecordingWrite(ref, untilMs));
  const file = recordingFileOf(ref);
  const stored = await downloadRecording(url, {
    write: (body) => deps.recordings.write(file, body),
    allowedOrigins: deps.recordingOrigins,
    timeoutMs: deps.timing.downloadMs,
    maxBytes: deps.recordingQuota.fileBytes,
    signal: Context.current().cancellationSignal,
  });
  mustBeAllowed(await deps.store.recordingStored(ref, { file, ...stored }, deps.nowMs()));
}

/** @throws DownloadError erased, being-removed */
function mustBeAllowed(outcome: RecordingRefusal | undefined): void {
  switch (outcome) {
    case undefined:
      return;
    case 'erased':
      throw new DownloadError(outcome, RECORDING_ERASED);
    case 'being-removed':
      throw new DownloadError(outcome, 'an older file of this recording is being removed');
    default:
      unreachable(outcome);
  }
}
