import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Stage } from '#contract/stage.ts';

/** An event for the app of a person (contract/events.ts). */
export type AppEvent =
  | { type: 'stage'; protocol_id: string; stage: Stage; version?: number }
  | { type: 'processing'; protocol_id: string; processing: ProcessingStep[] }
  | { type: 'findings'; protocol_id: string }
  | { type: 'recordings'; protocol_id: string }
  | { type: 'notices' }
  | { type: 'resync' };

/** A session of the person has ended, on whichever node: for the server itself, never for the app. */
export type SessionEnd = { type: 'session' };

/**
 * An event between nodes. Messages are limited to 8000 bytes, so the receiving node reads the steps from the database.
 */
export type NodeEvent =
  | SessionEnd
  | Exclude<AppEvent, { type: 'processing' }>
  | { type: 'processing'; protocol_id: string };
