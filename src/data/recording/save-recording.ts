import { recordingFile, store } from '#src/sync/index.ts';
import { saveFile } from '#src/ui/index.ts';

/**
 * Saves a recording of this device as a file, sent or not. Throws UploadError, or the error of the device; with
 * `fillsGaps` what cannot be read is missing in the file.
 */
export async function saveRecording(id: string, options: { fillsGaps?: boolean } = {}): Promise<void> {
  const file = await recordingFile(id, store, options);
  saveFile(file, file.name);
}
