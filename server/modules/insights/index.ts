// Keywords, summaries and proposals found by the analysis of a transcript.

export { analyseKeywords } from './analysis/analysis.ts';
export { type Analysis, createAnalysis, noTranscript } from './analysis/analysis-jobs.ts';
export { createLanguageModel, type LanguageModel, modelFailure } from './analysis/language-model.ts';
export { maxKeywords } from './keywords/repository.ts';
export { registerKeywords } from './keywords/routes.ts';
export { registerSummaries } from './summaries/routes.ts';
