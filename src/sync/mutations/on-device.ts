import { DeviceError } from '../http/api-errors.ts';
import { StorageFullError } from '../store/store.ts';

/** What the queue on the device is to do; throws DeviceError where the device could not, and then all is as it was. */
export function onDevice<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new DeviceError(cause instanceof StorageFullError, { cause });
  });
}
