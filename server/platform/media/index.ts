// ffmpeg and ffprobe.

export { findMediaTools, findProgram, type MediaTools } from './media-tools.ts';
export { runTool, type ToolResult } from './run-tool.ts';
