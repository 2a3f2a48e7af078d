import { attachmentCalls } from './attachment-calls.ts';
import { bodyCalls } from './body-calls.ts';
import { documentCalls } from './document-calls.ts';
import { markCalls } from './mark-calls.ts';
import { meetingCalls } from './meeting-calls.ts';
import { noticeCalls } from './notice-calls.ts';
import { participationCalls } from './participation-calls.ts';
import { protocolCalls } from './protocol-calls.ts';
import { reportCalls } from './report-calls.ts';
import { searchCalls } from './search-calls.ts';
import { seriesCalls } from './series-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { stateCalls } from './state-calls.ts';
import { statisticsCalls } from './statistics-calls.ts';
import { summaryCalls } from './summary-calls.ts';
import { taskCalls } from './task-calls.ts';
import { templateCalls } from './template-calls.ts';
import { userCalls } from './user-calls.ts';
import { recordingCalls, videoCalls } from './video-calls.ts';

/**
 * All calls of the API: the server registers its routes, the client makes its calls and OpenAPI is generated from it.
 */
export const calls = {
  ...serviceCalls,
  ...sessionCalls,
  ...userCalls,
  ...bodyCalls,
  ...meetingCalls,
  ...seriesCalls,
  ...protocolCalls,
  ...documentCalls,
  ...templateCalls,
  ...videoCalls,
  ...recordingCalls,
  ...summaryCalls,
  ...taskCalls,
  ...markCalls,
  ...attachmentCalls,
  ...participationCalls,
  ...reportCalls,
  ...noticeCalls,
  ...statisticsCalls,
  ...searchCalls,
  ...stateCalls,
} as const;

export type CallName = keyof typeof calls;
