// ffmpeg and ffprobe.

export { findMediaTools, findProgram, type MediaTools } from './media-tools.ts';
export { endProgram, runTool, type ToolResult, withinLimits, yieldToOthers } from './run-tool.ts';
