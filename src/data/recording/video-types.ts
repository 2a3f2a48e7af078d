/** What the file dialogs offer, a recording of sound too; whether it really is one the server finds out from its content. */
export const videoTypes = 'video/*,audio/*,.mkv,.avi,.mts,.m2ts,.ts,.wmv,.flv,.3gp';
