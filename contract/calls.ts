import { bodyCalls } from './bodies/body-calls.ts';
import { documentCalls } from './documents/document-calls.ts';
import { templateCalls } from './documents/template-calls.ts';
import { sessionCalls } from './identity/session-calls.ts';
import { userCalls } from './identity/user-calls.ts';
import { summaryCalls } from './insights/summary-calls.ts';
import { meetingCalls } from './meetings/meeting-calls.ts';
import { seriesCalls } from './meetings/series-calls.ts';
import { noticeCalls } from './notices/notice-calls.ts';
import { participationCalls } from './participation/participation-calls.ts';
import { attachmentCalls } from './protocols/attachment-calls.ts';
import { markCalls } from './protocols/mark-calls.ts';
import { protocolCalls } from './protocols/protocol-calls.ts';
import { recordingCalls, videoCalls } from './recordings/video-calls.ts';
import { searchCalls } from './search/search-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { stateCalls } from './state/state-calls.ts';
import { statisticsCalls } from './statistics/statistics-calls.ts';
import { reportCalls } from './tasks/report-calls.ts';
import { taskCalls } from './tasks/task-calls.ts';

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
