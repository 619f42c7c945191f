"""What is not for users, though some packages import it."""
