"""People who are away are called back: by Web Push, e-mail or webhook. See ``docs/notices.md``."""
