// ffmpeg and ffprobe.

export { measurePrograms } from './measure-programs.ts';
export { findMediaTools, findProgram, type MediaTools } from './media-tools.ts';
export { defaultMemory, endProgram, runTool, type ToolResult, withinLimits, yieldToOthers } from './run-tool.ts';
