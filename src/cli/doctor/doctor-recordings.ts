/** Check of `dialwright doctor` for the place of the recordings. */
import { existsSync } from 'node:fs';
import { openArchive } from '../../recordings-archive/open-archive.ts';
import type { RecordingPlace } from '../../recordings-archive/recording-place.ts';
import type { RecordingQuota } from '../../recordings-archive/recording-quota.ts';
import { messageOf, type Finding } from './doctor-finding.ts';

export async function recordings(place: RecordingPlace, quota: RecordingQuota): Promise<Finding> {
  const subject = 'recordings';
  const name = place.kind === 'folder' ? place.path : `s3://${place.bucket}/${place.prefix}`;
  if (place.kind === 'folder' && !existsSync(place.path)) {
    return { subject, state: 'ok', found: `${name} will be created` };
  }
  const why = await whyUnusable(place, quota);
  if (why === undefined) {
    return { subject, state: 'ok', found: `${name} can be read and written` };
  }
  const fix =
    place.kind === 'folder'
      ? 'see disk and rights, or set another folder with DIALWRIGHT_RECORDINGS'
      : 'docs/recordings.md lists the settings, and the rights on the bucket';
  return { subject, state: 'fault', found: `${name}: ${why}`, fix };
}

async function whyUnusable(
  place: RecordingPlace,
  quota: RecordingQuota,
): Promise<string | undefined> {
  try {
    const archive = await openArchive(place);
    const why = await archive.whyNoRoom(quota, 0);
    if (why !== undefined) return why;
    // In an object store each of these needs a right of its own. No write is older than 1970.
    await archive.open('doctor.mp3');
    await archive.removeLeftovers(0);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
