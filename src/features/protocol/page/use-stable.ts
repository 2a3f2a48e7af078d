import { replaceEqualDeep } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';

/**
 * Returns the content of a protocol without its version and its unsent marks, as the same object while it is equal; the
 * same holds for each part. Each save changes version and marks several times, which must not render hundreds of
 * questions. An edit takes its version from `currentProtocol`.
 */
export function useProtocolContent(protocol: Optimistic<Protocol>): Protocol {
  const { unsent: _unsent, version: _version, updated_at: _updatedAt, ...says } = protocol;
  return useEqual(says as Protocol);
}

/** Returns a value as the same object while it is equal; the same holds for each part of it. */
export function useEqual<T>(value: T): T {
  const before = useRef<T>(undefined);
  const stable = replaceEqualDeep(before.current, value) as T;
  before.current = stable;
  return stable;
}

/**
 * Returns a value that is deferred while somebody types: each save changes it several times, and rendering it takes
 * longer than a key. It never goes back, and is current as soon as the typing is over.
 */
export function useDeferredWhileTyping<T>(value: T, isTyping: boolean): T {
  const deferred = useDeferredValue(value);
  const drawn = useRef(value);
  const now = isTyping && deferred !== value ? drawn.current : value;
  useEffect(() => {
    drawn.current = now;
  });
  return now;
}
