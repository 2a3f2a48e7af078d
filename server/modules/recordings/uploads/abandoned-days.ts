/** Days without a chunk after which an upload is given up. */
export const abandonedDays = 7;
