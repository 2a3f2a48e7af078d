import { replaceEqualDeep } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';

/**
 * What a protocol says, without how far the saving of it is: the very same object for as long as it says the same, and so
 * is each part of it. Each save moves the version and the marks several times, and nobody draws hundreds of questions for
 * that. Who begins an edit takes the version from `currentProtocol`.
 */
export function useStable(protocol: Optimistic<Protocol>): Protocol {
  const before = useRef<Protocol>(undefined);
  const { unsent: _unsent, version: _version, updated_at: _updatedAt, ...says } = protocol;
  const still = replaceEqualDeep(before.current, says) as Protocol;
  before.current = still;
  return still;
}

/**
 * A value that follows between the keys of somebody who types: each save moves it several times, and drawing it takes
 * longer than a key. It never goes back, and is at once what it should be when the typing is over.
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
