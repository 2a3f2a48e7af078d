/** What form data may bring of files at once, and how large each may be (bytes). */
export const attachedFiles = { most: 10, maxBytes: 25 * 1024 * 1024 } as const;

/** How many files a meeting, or a protocol with its questions, may have. */
export const mostAttachedFiles = 50;

/** What may be attached, by the end of its name; our server looks at the content too. */
export const attachmentExtensions = [
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'doc', 'xls', 'ppt', 'rtf', 'zip', 'txt', 'csv', 'md'],
  ...['png', 'jpg', 'jpeg', 'webp', 'gif'],
] as const;

export const attachmentWords = 'документы, таблицы, презентации, картинки, тексты и архивы ZIP';
