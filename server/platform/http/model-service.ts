/** An OpenAI-compatible endpoint, up to its `/v1`, and what is asked for there. */
export type ModelService = { url: string; key: string | undefined; model: string | undefined };
