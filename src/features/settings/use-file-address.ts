import { useEffect, useMemo, useRef } from 'react';

/** The address of a file for as long as it is shown; every reading of the device gives another File of the same `id`. */
export function useFileAddress(id: string | undefined, file: File | undefined): string | undefined {
  const latest = useRef(file);
  latest.current = file;
  const address = useMemo(() => {
    return id !== undefined && latest.current ? URL.createObjectURL(latest.current) : undefined;
  }, [id]);
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address);
  }, [address]);
  return address;
}
