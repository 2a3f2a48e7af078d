// ffmpeg and ffprobe.

export { measurePrograms, type ProgramUse } from './measure-programs.ts';
export { findMediaTools, findProgram, type MediaTools } from './media-tools.ts';
export { defaultMemory, endProgram, runTool, type ToolResult, withinLimits, yieldToOthers } from './run-tool.ts';
