import * as z from 'zod/mini';

/**
 * `tasks`: GET /protocols/tasks is sorted by `taskRank` and takes `status`; GET /protocols/{id}/earlier-tasks exists.
 * `agenda-changes`: PUT /protocols/{id} takes the changes of an agenda in place of the whole agenda.
 * `agenda-tasks`: PUT /protocols/{id} takes `new_task`, a task created together with an agenda item.
 * `member-kinds`: PUT /protocols/members/{memberId} exists, and adding a member again changes their kind.
 * `marks`: moments that somebody marked in a recording: POST /protocols/{id}/marks and related calls (mark-calls.ts).
 * `attendance`: a protocol has a rule for its `quorum`, the roll call marks members, who need not be users
 * (attendance.ts), and a decision has its own votes.
 * `transcripts`: GET and PUT /protocols/{id}/transcript exist, a running processing can be cancelled, and a recording
 * can be recognised again.
 * `summaries`: the summary has versions and can be written, the recording yields proposals.
 * `documents`: forms and final versions of the documents, reopening, sending by mail, their settings (document.ts).
 * `statistics`: figures of a period, and one secretary's meetings by day (statistics-calls.ts).
 * `invitations`: people say how far their invitation is, POST /users/{id}/invitation sends it again.
 * `own-password`: PUT /me/password is there.
 * `attachments`: files of a protocol and of its questions: POST /protocols/{id}/attachments and what follows
 * (attachment-calls.ts); documents count them among the annexes.
 * `bodies`: GET, POST, PUT and DELETE /bodies are there, meetings and protocols take `body_id`, and a number `body_id` too.
 * `formatted-text`: questions keep `listened_blocks` and `discussion_blocks` beside their texts (formatted-text.ts).
 * `search`: GET /search is there, GET /protocols and GET /protocols/tasks say where words were found and are narrowed further.
 * `state`: GET /state and POST /state/tests are there for administrators (state-calls.ts).
 * `state-lists`: GET /state/mails and GET /state/jobs are there.
 * `people-import`: POST /users/import and its preview are there for administrators (people-import.ts).
 * `templates`: DOCX by templates of the organization: GET /settings/templates and what follows (template-calls.ts), `template` of
 * GET …/documents/docx, `template_id` of a body.
 * `participation`: one's own tasks, meetings and signed protocols (participation-calls.ts), reports on tasks (report-calls.ts),
 * `recording_shared` of a protocol.
 * `meeting-invitations`: meetings take `guests`, people are invited to them by mail: POST /meetings/{id}/invitations and what
 * follows (meeting-calls.ts); GET, POST and DELETE /me/calendar are there.
 * `meeting-series`: meetings repeat: POST /meeting-series and what follows (series-calls.ts), `series` of a meeting.
 * `series-invitations`: people are invited to a whole series in one mail: POST /meeting-series/{id}/invitations.
 * `notices`: people are told of tasks, reports and meetings: GET /me/notices and what follows (notice-calls.ts), `reminders` of a
 * body, the event `notices`.
 * `reading`: a manager reads the protocols, tasks, meetings and recordings of the own secretaries: lists take `secretary_id`
 * and what figures are counted by, GET /protocols/tasks/groups and GET /meetings/held are there.
 * `held-meetings`: GET /meetings/held is there for secretaries, too, and takes `only`.
 * `recordings`: a protocol has several recordings: `place` of an upload, GET and PUT /protocols/{id}/recordings and what follows
 * (video-calls.ts), `recordings` of a protocol, `parts` of a transcript.
 * `recordings-beside`: recordings that ran at the same time lie beside each other: `beside_id` and `speaker` of an upload and of a
 * recording, `offset` of a recording.
 * `signature-marks`: a version says who has signed it electronically, and is printed with their marks.
 * `handover`: GET /users/{id}/work and POST /users/{id}/handover are there for administrators (handover.ts).
 * `people-by-role`: GET /users takes `role`.
 * `people-uninvited`: GET /users takes `uninvited` of administrators.
 */
export const capabilities = [
  'upload-resume',
  'idempotency',
  'events',
  'versions',
  'client-ids',
  'numbers',
  'tasks',
  'agenda-changes',
  'agenda-tasks',
  'member-kinds',
  'marks',
  'attachments',
  'attendance',
  'transcripts',
  'summaries',
  'documents',
  'statistics',
  'invitations',
  'own-password',
  'bodies',
  'formatted-text',
  'search',
  'templates',
  'state',
  'state-lists',
  'people-import',
  'participation',
  'meeting-invitations',
  'meeting-series',
  'series-invitations',
  'notices',
  'reading',
  'held-meetings',
  'signature-marks',
  'recordings',
  'recordings-beside',
  'handover',
  'people-by-role',
  'people-uninvited',
] as const;
export type Capability = (typeof capabilities)[number];

/**
 * GET /health: the handshake. With a provider without `capabilities` the client uses only what is in the specification.
 */
export const health = z.looseObject({
  status: z.optional(z.string()),
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  capabilities: z.catch(z.array(z.string()), []),
  features: z.catch(z.optional(z.record(z.string(), z.boolean())), undefined),
});
