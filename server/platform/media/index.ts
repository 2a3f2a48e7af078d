// ffmpeg and ffprobe.

export { findMediaTools, findProgram, type MediaTools, measurePrograms } from './media-tools.ts';
export {
  defaultMemory,
  endProgram,
  keptErrors,
  runTool,
  type ToolResult,
  withinLimits,
  yieldToOthers,
} from './run-tool.ts';
