/** What the file dialogs offer; whether it really is a video the server finds out from its content. */
export const videoTypes = 'video/*,.mkv,.avi,.mts,.m2ts,.ts,.wmv,.flv,.3gp';
