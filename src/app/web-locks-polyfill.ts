import { createPageLocks } from './page-locks.ts';

// Before anything that takes a lock: browsers have them in secure contexts only, and an office may serve without TLS.
if (!navigator.locks) Object.defineProperty(navigator, 'locks', { value: createPageLocks(), configurable: true });
