// No rings between folders of a room. Tests and their stands look into several rooms at once, and do not count.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-rings-between-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|server)/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['^(dist|data|\\.cache|tests)/', '\\.test\\.tsx?$'] } },
};
