"""Where two language editions of one text say something else."""
