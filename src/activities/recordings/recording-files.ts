/** Downloads recordings into the archive, if there is room. */
import { Context } from '@temporalio/activity';
import { DownloadError } from '../../carrier/http/errors.ts';
import { downloadRecording } from '../../carrier/recordings/recording-download.ts';
import type { CallRef } from '../../domain/ids.ts';
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

/** @throws DownloadError */
export async function storeRecording(deps: FilesDeps, ref: CallRef, url: string): Promise<void> {
  const noRoom = await whyNoRoomFor(deps);
  if (noRoom !== undefined) throw new DownloadError('disk', noRoom);
  // The name is our own reference, because link and headers come from outside.
  const file = `${ref}.mp3`;
  const stored = await downloadRecording(url, {
    write: (body) => deps.recordings.write(file, body),
    allowedOrigins: deps.recordingOrigins,
    timeoutMs: deps.timing.downloadMs,
    maxBytes: deps.recordingQuota.fileBytes,
    signal: Context.current().cancellationSignal,
  });
  await deps.store.recordingStored(ref, { file, ...stored }, deps.nowMs());
}
