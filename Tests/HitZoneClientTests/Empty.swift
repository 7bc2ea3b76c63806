// Empty until its first file.
