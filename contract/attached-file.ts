/** Limits of files sent as form data: their number at once, and the size of each in bytes. */
export const attachedFiles = { most: 10, maxBytes: 25 * 1024 * 1024 } as const;

/** Maximum number of files of a meeting, or of a protocol with its agenda items. */
export const maxAttachedFiles = 50;

/** Allowed file name extensions of attachments; our server checks the content too. */
export const attachmentExtensions = [
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'doc', 'xls', 'ppt', 'rtf', 'zip', 'txt', 'csv', 'md'],
  ...['png', 'jpg', 'jpeg', 'webp', 'gif'],
] as const;

export const attachmentWords = 'документы, таблицы, презентации, картинки, тексты и архивы ZIP';
