/** Downloads recordings into their archive, as long as there is room in it. */
import { Context } from '@temporalio/activity';
import { DownloadError } from '../../carrier/http/errors.ts';
import { downloadRecording } from '../../carrier/recordings/recording-download.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { ActivityDeps } from '../deps.ts';

type FilesDeps = Pick<
  ActivityDeps,
  'store' | 'timing' | 'nowMs' | 'recordings' | 'recordingQuota' | 'recordingOrigins'
>;

/** Why no recording may be stored now, as text for people; undefined when there is room. */
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
  // Named by our own reference, never by the link or a header.
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
