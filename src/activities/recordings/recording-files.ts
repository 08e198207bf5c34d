/** Fetching recordings into their folder, as far as there is room in it. */
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { DownloadError } from '../../carrier/http/errors.ts';
import { downloadRecording } from '../../carrier/recordings/recording-download.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { ActivityDeps } from '../deps.ts';
import { whyNoRoom } from './recordings-folder.ts';

export function recordingFiles(deps: ActivityDeps) {
  const { store, timing, nowMs, recordingsDir, recordingQuota: quota } = deps;

  /** In words; undefined when there is room. */
  const whyNone = async () => whyNoRoom(recordingsDir, quota, await store.recordingBytes());

  return {
    whyNoRoom: whyNone,

    /** @throws DownloadError */
    async download(ref: CallRef, url: string): Promise<void> {
      const noRoom = await whyNone();
      if (noRoom !== undefined) throw new DownloadError('disk', noRoom);
      // Named by our own reference, never by the link or a header.
      const file = `${ref}.mp3`;
      const stored = await downloadRecording(url, {
        file: join(recordingsDir, file),
        allowedOrigins: deps.recordingOrigins,
        timeoutMs: timing.downloadMs,
        maxBytes: quota.fileBytes,
        signal: Context.current().cancellationSignal,
      });
      await store.recordingStored(ref, { file, ...stored }, nowMs());
    },
  };
}
