import type { RecordingArchive } from './recording-archive.ts';
import type { RecordingPlace } from './recording-place.ts';
import { recordingsFolder } from './recordings-folder.ts';

/** @throws ArchiveFault if a setting is missing; the place itself is not checked */
export async function openArchive(place: RecordingPlace): Promise<RecordingArchive> {
  if (place.kind === 'folder') return recordingsFolder(place.path);
  // The SDK takes time and memory to load, so it is loaded only where it is used.
  const { openS3Archive } = await import('./s3-archive.ts');
  return openS3Archive(place);
}
