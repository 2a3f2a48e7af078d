/** An OpenAI-compatible endpoint, up to its `/v1`, with its key and model. */
export type ModelService = { url: string; key: string | undefined; model: string | undefined };
